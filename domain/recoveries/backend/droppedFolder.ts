import type { Guide } from '#contract/recoveries.ts'
import { fullName, type NamedStack } from '../../stackName.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import type { Recovery } from '../recovery.ts'

type Words = Pick<Guide, 'explanation' | 'never' | 'stopAndAsk'> & { steps: Guide['steps'] }

/**
 * Recoveries of self-managed backends (GR-04, GR-17, GR-29). They work on a folder that the user drops on “Open a state”,
 * and never apply to a stack of this server; the pages of a stack in a connected backend have the same facts.
 */
export const onDroppedFolder = (recovery: Recovery, words: Words): GuidedRecovery => ({
  ...recovery,
  finding: () => undefined,
  guide: ({ stack }) => ({
    ...words,
    steps: stack.cliName === undefined ? stepsOnCopy(stack, words) : words.steps,
    checks: [
      stack.cliName === undefined
        ? {
            what: 'This stack is kept by this server, which has neither locks in files nor checkpoint files.',
            ok: true,
          }
        : { what: 'This stack is kept in a connected backend: its overview shows its locks and files.', ok: true },
    ],
  }),
})

const stepsOnCopy = (stack: NamedStack, words: Words): Guide['steps'] => [
  {
    text: 'Copy the folder .pulumi of the bucket to this machine and drop it on “Open a state” (/-/open): nothing leaves the browser.',
    commands: [],
  },
  ...words.steps,
  {
    text: `Once the state is valid, import the stack into this server, as ${fullName(stack)}.`,
    commands: [],
  },
]
