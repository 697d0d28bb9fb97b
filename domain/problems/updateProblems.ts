import { preview, refresh, refreshClearingCreates, refreshPreview } from '#domain/commands.ts'
import { copyFirst, type Problem, pulumi } from './problem.ts'

export const updateProblems: readonly Problem[] = [
  {
    id: 'interrupted-update',
    sees: [
      {
        says: 'Attempting to deploy or update resources with 2 pending operations from previous deployment.',
        when: 'pulumi up, CLI 3.29 and later: a warning, and it continues',
      },
      {
        says: 'the current deployment has 2 resource(s) with pending operations: refusing to proceed',
        when: 'CLI 0.15 to 3.28: it refuses',
      },
      {
        says: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs, interrupted while creating',
        when: 'a line for each',
      },
      { says: '^C received; terminating', when: 'after a second Ctrl-C' },
    ],
    means: 'A run was interrupted in the middle of calls to a provider. Pending means “outcome unknown”, not “failed”.',
    first: {
      say: 'Don’t run pulumi up yet. Open Recover on the stack and answer, for each pending create, whether the object exists.',
    },
    causes: [
      {
        cause: 'A create',
        sign: 'interrupted while creating',
        so: 'Look in the cloud for its name; pulumi up would create it again',
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
        say: 'In the terminal: clear those that don’t exist; the rest is read.',
        run: (stack) => ['# Asks for each pending create. Choose clear or skip.', refresh(stack)],
      },
      {
        say: 'Import what exists and is wanted by its ID, then clear its pending create.',
        run: (stack) => [pulumi(stack, "import 'TYPE' 'NAME' 'ID'")],
      },
      {
        say: 'In CI, after checking that none of the creates exists:',
        run: (stack) => [refreshClearingCreates(stack)],
      },
      { say: 'Finally:', run: (stack) => [preview(stack)] },
    ],
    never: [
      {
        what: 'the choice “import” of refresh, or --import-pending-creates',
        why: 'it does not add the resource to the state: the create is forgotten, and the resource is untracked',
      },
      {
        what: 'export piped into import, to get rid of them',
        why: 'that drops every pending operation, checked or not',
      },
      { what: 'pulumi up', why: 'it keeps the pending create and creates the resource again' },
    ],
    here: 'Recover lists each operation with clues: its physical name, its region, when it started, which live entry shares its ID.',
  },
  {
    id: 'step-errors',
    sees: [
      {
        says: 'post-step event returned an error: failed to save snapshot',
        when: 'the step was done, but could not be recorded',
      },
      {
        says: 'pre-step event returned an error: failed to save snapshot',
        when: 'nothing was started for that resource',
      },
      {
        says: 'failed to verify snapshot: resource refers to unknown provider',
        when: 'the engine made an invalid state',
      },
      {
        says: 'prod.json: snapshot integrity failure; it was already written, but is invalid (backup available at prod.json.bak)',
        when: 'self-managed backends',
      },
    ],
    means:
      'The engine could not record a step. The rest of the line says which of two kinds it is: storage, or a failed self-check.',
    first: { say: 'Read the line to its end, then keep a copy of the state as it is.', run: copyFirst },
    causes: [
      {
        cause: 'Storage or network',
        sign: 'I/O, HTTP, 403, 5xx, no space left',
        so: 'Fix that, resolve what was in flight, run again',
      },
      {
        cause: 'Self-check',
        sign: 'failed to verify, integrity failure',
        so: 'The bad state is stored; the good one is the version before, or .bak',
      },
    ],
    steps: [
      {
        say: 'Is the state valid?',
        run: (stack) => ['# Shows and asks before it writes.', pulumi(stack, 'state repair')],
      },
      { say: 'What did the last steps do?', run: (stack) => ['# Writes nothing.', refreshPreview(stack)] },
    ],
    never: [
      {
        what: 'running pulumi up after a failed self-check',
        why: 'every further step builds on an invalid state',
      },
      {
        what: 'a second write to a self-managed backend before .bak was copied',
        why: '.bak is only one write older',
      },
    ],
    here: 'The update’s page has the message; Verification says since which version the state is invalid; Versions has the one before.',
  },
  {
    id: 'unknown-state',
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
  },
  {
    id: 'destroy-fails',
    sees: [
      {
        says: 'resource "urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs" cannot be deleted because it is protected.',
        when: 'CLI 3.52 and later',
      },
      { says: 'unable to delete resource "urn:x" as it is currently marked for protection', when: 'CLI 3.3 to 3.51' },
      { says: 'refusing to delete protected resource', when: 'CLI up to 3.2' },
      { says: 'DependencyViolation', when: 'AWS: something outside needs it' },
      { says: 'BucketNotEmpty', when: 'AWS S3' },
      { says: "'prod' still has resources; removal rejected", when: 'pulumi stack rm' },
    ],
    means: 'Some resources can’t be deleted. Everything else was deleted; what is left is still in the state.',
    first: {
      say: 'See which resources are left, and why. The message is on the failed step.',
      run: (stack) => [pulumi(stack, 'destroy --preview-only')],
    },
    causes: [
      {
        cause: 'Protected',
        sign: 'protected, marked for protection',
        so: 'Unprotect it, in the state and in the program',
      },
      {
        cause: 'Something outside needs it',
        sign: 'DependencyViolation, is in use, DeleteConflict',
        so: 'Find it in the cloud and remove it first',
      },
      { cause: 'Not empty', sign: 'BucketNotEmpty', so: 'Empty it, or set its force option and run pulumi up first' },
      {
        cause: 'The cloud deletes later',
        sign: 'replicated function (Lambda@Edge)',
        so: 'Wait a few hours, then refresh',
      },
      {
        cause: 'No permission',
        sign: 'AccessDenied, UnauthorizedOperation',
        so: 'Permissions of the user who destroys',
      },
      { cause: 'Too slow', sign: 'time-out', so: 'customTimeouts.delete, and again' },
      { cause: 'Already gone', sign: 'not found, as an error', so: 'Refresh' },
      { cause: 'Its host is gone', sign: 'cluster unreachable', so: 'Forget what was inside, once that is certain' },
    ],
    steps: [
      { say: 'Unprotect one, by its name.', run: (stack) => [pulumi(stack, "state unprotect 'URN'")] },
      {
        say: 'Destroy the rest and keep what is protected.',
        run: (stack) => [pulumi(stack, 'destroy --exclude-protected')],
      },
      {
        say: 'Remove what is already gone.',
        run: (stack) => ['# Look first; writes nothing.', refreshPreview(stack), pulumi(stack, 'refresh')],
      },
      {
        say: 'Remove one whose host is certainly gone. If the resource still exists, it stays and costs money.',
        run: (stack) => [...copyFirst(stack), pulumi(stack, "state delete 'URN'")],
      },
    ],
    never: [
      {
        what: 'pulumi stack rm --force',
        why: 'it forgets everything that is left; the resources stay, billed and untracked',
      },
      { what: 'unprotecting everything at once', why: 'they were protected for a reason: list them first' },
    ],
    here: 'The failed destroy’s page has each message with its resource; Resources shows what is left and what is protected.',
  },
  {
    id: 'refresh-forgot',
    sees: [
      { sees: 'A refresh, or up --refresh, succeeds, and a preview then wants to create what exists' },
      { sees: 'A version lost a large share of its resources without any delete' },
    ],
    means:
      'A provider with the wrong credentials, region or cluster reports “gone”, and the refresh removes the entry.',
    first: {
      say: 'Don’t run up: it would create everything a second time. Fix the credentials, then restore the version before.',
    },
    causes: [
      {
        cause: 'Wrong account, region or cluster',
        sign: 'All resources of one provider are gone',
        so: 'Fix them before anything else',
      },
      {
        cause: 'The cloud was unreachable in part',
        sign: 'Some resources of one kind are gone',
        so: 'Wait, then restore',
      },
      { cause: 'They were deleted', sign: 'The cloud’s audit log says so', so: 'Nothing to restore' },
    ],
    steps: [
      {
        say: 'Which account and cluster is it?',
        run: () => ['aws sts get-caller-identity', 'kubectl config current-context'],
      },
      {
        say: 'After the restore, with the right credentials:',
        run: (stack) => ['# Writes nothing; must take nothing out.', refreshPreview(stack)],
      },
    ],
    never: [
      { what: 'pulumi up', why: 'second copies, or “already exists”, for everything that was forgotten' },
      { what: 'another refresh with the same credentials', why: 'it forgets the rest' },
    ],
    here: 'Versions shows how many resources each version has; the one before is kept, byte for byte.',
  },
]
