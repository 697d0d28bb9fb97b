import type { Guide } from '#contract/recoveries.ts'
import { fullName } from '../../stackName.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import type { Recovery } from '../recovery.ts'

type Words = Pick<Guide, 'explanation' | 'never' | 'stopAndAsk'> & { steps: Guide['steps'] }

/**
 * Recoveries of self-managed backends (GR-04, GR-17, GR-29). This server has no access to buckets, so they work on a
 * folder that the user drops on “Open a state”, and never apply to a stack of this server.
 */
export const onDroppedFolder = (recovery: Recovery, words: Words): GuidedRecovery => ({
  ...recovery,
  finding: () => undefined,
  guide: ({ stack }) => ({
    ...words,
    steps: [
      {
        text: 'Copy the folder .pulumi of the bucket to this machine and drop it on “Open a state” (/-/open): nothing leaves the browser.',
        commands: [],
      },
      ...words.steps,
      {
        text: `Once it is sound, the stack can be brought over to this server: ${fullName(stack)} keeps its history here.`,
        commands: [],
      },
    ],
    checks: [
      { what: 'This stack is kept by this server, which has neither locks in files nor checkpoint files.', ok: true },
    ],
  }),
})
