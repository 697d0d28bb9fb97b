// npm run check: types, lint, format, dead code.
import { bootstrap } from './bootstrap.js'
import { runSteps } from './runSteps.js'
import { checks } from './steps.js'

await runSteps(await bootstrap(), checks)
