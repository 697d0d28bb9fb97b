import { runScenario } from '../story.ts'

/** The first minute: no CLI has logged in yet. */
export const empty = () => runScenario('2026-01-05T09:00:00Z', async () => undefined)
