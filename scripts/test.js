// npm test: everything that CI checks, on a machine with nothing but Node and npm.
import { bootstrap } from './bootstrap.js'
import { runSteps } from './steps/runSteps.js'
import { budgets, buildSteps, checks, journeys, units } from './steps/steps.js'

// Journeys wait for pages and servers much of their time, the other steps use the processor: in parallel they use both
// cores.
await runSteps(await bootstrap(), [...buildSteps, budgets, journeys], [...checks, units])
