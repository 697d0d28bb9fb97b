import type { Cli } from './cli.ts'
import { CI, LAPTOP, quietStacks } from './scenes.ts'
import { runScenario, type Stage } from './story.ts'

/** A story beside quiet stacks, told by a CI runner and a laptop. */
export const runQuietStory = (story: (stage: Stage & { ci: Cli; laptop: Cli }) => Promise<void>) =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const ci = await stage.cli('ci-runner', CI)
    const laptop = await stage.cli('ada-laptop', LAPTOP)
    await story({ ...stage, ci, laptop })
  })
