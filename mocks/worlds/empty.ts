import { runScenario } from '../story.ts'

/** The first minute: no one has logged in with a CLI yet. */
export const empty = () => runScenario('2026-01-05T09:00:00Z', async () => undefined)
