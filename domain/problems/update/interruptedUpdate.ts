import { importByHand, preview, refreshPreview, refresh, refreshClearingCreates } from '#domain/commands.ts'
import { copyFirst, type KnownError, type KnownProblem } from '../problem.ts'

const PENDING = [
  'clear-operations',
  'clear-create',
  'adopt-create',
  'discard-create',
  'compare-create',
  'resolve-operations',
] as const

const interruptedWhile = (type: string, recoveries: KnownError['recoveries'], meaning: string): KnownError => ({
  id: `interrupted-${type}`,
  fragments: [`{urn}, interrupted while ${type}`, `interrupted while ${type}`],
  title: `A ${type} operation was interrupted`,
  meaning,
  recoveries,
  advice: 'Check in the cloud how it ended before the next pulumi up.',
  where: 'one line for each pending operation',
})

export const interruptedUpdate: KnownProblem = {
  id: 'interrupted-update',
  group: 'update',
  order: 1,
  title: 'An update was interrupted: pending operations',
  words: 'killed crashed pending creates interrupted while creating ctrl-c out of memory',
  recoveries: [
    'release-lease',
    'clear-operations',
    'clear-create',
    'adopt-create',
    'read-outputs',
    'discard-create',
    'compare-create',
    'resolve-operations',
    'finish-replacement',
    'resolve-untracked',
  ],
  stackHealth: ['orphaned', 'unknownOutputs', 'pendingCreates', 'pending'],
  docs: {
    documented: 'Export, edit, import; or refresh and its prompts',
    does: 'Shows each operation with clues and answers; one version, undo',
    refuses: 'The choice “import” of refresh; a default answer',
  },
  sees: [
    {
      says: 'the current deployment has 2 resource(s) with pending operations: refusing to proceed',
      when: 'CLI 0.15 to 3.28: it refuses',
    },
    {
      says: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs, interrupted while creating',
      when: 'a line for each',
    },
  ],
  means: 'A run was interrupted in the middle of calls to a provider. Pending means “outcome unknown”, not “failed”.',
  first: {
    say: 'Don’t run pulumi up yet. Open Recover on the stack and answer, for each pending create, whether the object exists.',
  },
  causes: [
    {
      cause: 'A create',
      sign: 'interrupted while creating',
      so: 'Look in the cloud for its name; pulumi up could create it a second time',
    },
    {
      cause: 'An update, a delete or a read',
      sign: 'interrupted while updating, deleting, reading',
      so: 'A refresh reads it; nothing more is needed',
    },
    { cause: 'An import', sign: 'interrupted while importing', so: 'Import it again' },
    { cause: 'A replacement', sign: 'the resource is live too', so: 'Compare both IDs before you clear anything' },
    {
      cause: 'Nothing was recorded',
      sign: 'PULUMI_SKIP_CHECKPOINTS was set',
      so: 'The events list what was created',
    },
  ],
  steps: [
    {
      say: 'Make a copy, and preview a refresh.',
      run: (stack) => [...copyFirst(stack), '# Writes nothing.', refreshPreview(stack)],
    },
    {
      say: 'Refresh asks about each pending create: clear those that don’t exist, skip the others.',
      run: (stack) => [refresh(stack)],
    },
    {
      say: 'Import, by ID, each resource that exists and that you want to keep. Then run the refresh of step 2 again and choose “clear” for it.',
      run: (stack) => [importByHand(stack)],
    },
    {
      say: 'In CI, after checking that none of the creates exists:',
      run: (stack) => [refreshClearingCreates(stack, { asks: false })],
    },
    { say: 'Finally:', run: (stack) => [preview(stack)] },
  ],
  never: [
    {
      what: 'choosing “import” in refresh, or --import-pending-creates',
      why: 'it does not add the resource to the state: it drops the create, and the resource is untracked',
    },
    {
      what: 'piping an export into an import, to get rid of them',
      why: 'that drops every pending operation, checked or not',
    },
    { what: 'pulumi up', why: 'it keeps the pending create and creates the resource again' },
  ],
  here: 'Recover lists each operation with clues: its physical name, its region, when it started, which live entry shares its ID.',
  errors: [
    {
      id: 'pending-warned',
      fragments: [
        {
          says: 'Attempting to deploy or update resources with {n} pending operations from previous deployment',
          when: 'pulumi up, CLI 3.29 and later: a warning, and it continues',
        },
      ],
      title: 'The update continues despite pending operations',
      meaning: 'An earlier run was interrupted; creates that may have succeeded are about to be repeated.',
      recoveries: PENDING,
      advice: 'Stop it if you can, and resolve each operation first.',
      where: 'pulumi up, CLI 3.29 and later',
    },
    {
      id: 'pending-refused',
      fragments: [
        'the current deployment has {n} resource(s) with pending operations … refusing to proceed',
        'the current deployment has {n} resource(s) with pending operations',
      ],
      title: 'An old CLI refuses to run with pending operations',
      meaning: 'An earlier run was interrupted in the middle of provider calls; CLIs before 3.29 stop here.',
      recoveries: PENDING,
      advice: 'Resolve each operation: does the resource exist? A newer CLI continues, and may create resources twice.',
      where: 'CLI 0.15 to 3.28',
    },
    interruptedWhile(
      'creating',
      ['clear-create', 'adopt-create', 'discard-create', 'compare-create'],
      'It is unknown whether the resource exists; the next pulumi up creates it again.',
    ),
    interruptedWhile(
      'updating',
      ['clear-operations'],
      'The resource may have its old settings, its new ones, or a mix.',
    ),
    interruptedWhile(
      'deleting',
      ['clear-operations'],
      'The resource may still exist; the next pulumi up deletes it again.',
    ),
    interruptedWhile('reading', ['clear-operations'], 'Nothing was changed; the next pulumi up reads it again.'),
    interruptedWhile(
      'importing',
      ['clear-operations', 'adopt-create'],
      'The resource was not added to the state; it is not tracked.',
    ),
    {
      id: 'terminated',
      fragments: [{ says: '^C received; terminating', when: 'after a second Ctrl-C' }, 'SIGTERM received; terminating'],
      title: 'The run was ended by a second signal',
      meaning: 'Provider calls were not awaited: their outcome is unknown.',
      recoveries: ['release-lease', 'resolve-operations'],
      advice: 'Expect pending operations, and resolve them before the next pulumi up.',
      where: 'any update',
    },
    {
      id: 'pending-dropped',
      fragments: ["removing pending operation '{x}' on '{urn}' from snapshot"],
      title: 'An import dropped a pending operation',
      meaning: 'Importing a state removes every pending operation, whether it was checked or not.',
      recoveries: ['resolve-operations'],
      advice: 'Look in the cloud for what that operation was creating: there is no record of it from now on.',
      where: 'pulumi stack import',
    },
    {
      id: 'pending-flags',
      fragments: [
        'cannot set both --skip-pending-creates and --clear-pending-creates',
        'each URN must be followed by an ID',
      ],
      title: 'The flags for pending creates don’t fit together',
      meaning: 'The two flags exclude each other, and URNs and IDs must alternate.',
      recoveries: ['clear-create', 'adopt-create'],
      advice: 'Resolve the creates one by one; importing them with these flags does not add them to the state.',
      where: 'pulumi refresh, CLI 3.39 and later',
    },
    {
      id: 'no-such-pending-create',
      fragments: ['did not correspond to a pending create'],
      title: 'No pending create has that URN',
      meaning: 'The URN was mistyped, or its operation is already gone.',
      recoveries: ['clear-create'],
      advice: 'Compare with the list of pending operations; a shell eats the $ of a URN that is not in single quotes.',
      where: 'pulumi refresh, CLI 3.39 and later',
    },
  ],
}
