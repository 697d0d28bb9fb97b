import { refreshPreview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem } from '../problem.ts'

export const unknownState: KnownProblem = {
  id: 'unknown-state',
  group: 'update',
  order: 3,
  title: 'Resources are in an unknown state',
  words: '2018 invalid stack',
  recoveries: ['resolve-unknown-state', 'resolve-operations'],
  stackHealth: ['pendingCreates', 'pending'],
  docs: {
    documented: 'Export, repair, import',
    does: 'Treats it as an interrupted update',
    refuses: 'To clear a flag by dropping what was in flight',
  },
  sees: [
    {
      says: "the stack's resources are in an unknown state due to an interrupted update; please export the stack, repair any inconsistencies, and import the result",
      when: 'CLI 0.11 and 0.12, services of early 2018',
    },
  ],
  means:
    'A flag that services of 2018 set when an update was interrupted. It was removed long ago, but old notes still mention it.',
  first: { say: 'Treat it as an interrupted update: resolve the pending operations.', run: copyFirst },
  causes: [
    {
      cause: 'An old installation',
      sign: 'CLI 0.11 or 0.12',
      so: 'Upgrade the CLI; the flag is unknown to newer ones',
    },
    { cause: 'An old note or script', sign: 'The CLI is newer', so: 'Pending operations are what is left of it' },
  ],
  steps: [{ say: 'Compare with the cloud.', run: (stack) => ['# Writes nothing.', refreshPreview(stack)] }],
  never: [
    {
      what: 'importing the exported file unread, to clear the flag',
      why: 'that drops the record of what was in flight',
    },
  ],
  here: 'Recover verifies the state and lists what is pending, whatever the age of the stack.',
  errors: [
    {
      id: 'unknown-state',
      fragments: ["stack's resources are in an unknown state due to an interrupted update"],
      recoveries: ['resolve-unknown-state'],
      where: 'service, early 2018',
    },
  ],
}
