// npm test: everything that CI checks, on a machine with nothing but Node and npm.
import { bootstrap } from './bootstrap.js'
import { runSteps } from './steps/runSteps.js'
import { budgets, buildSteps, checks, journeys, units } from './steps/steps.js'

await runSteps(await bootstrap(), [...checks, units, ...buildSteps, budgets, journeys])
