import { UPGRADE_BACKEND, cancel } from '#domain/commands.ts'
import { copyFirst, type Problem } from './problem.ts'

export const bucketProblems: readonly Problem[] = [
  {
    id: 'bucket-lock',
    sees: [
      {
        says: 'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`',
        when: 'CLI 3.39 and later',
      },
      {
        says: 'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or manually delete the lock file(s)',
        when: 'CLI 2.23 to 3.38',
      },
      {
        says: 'there was a problem deleting the lock at s3://x, manual clean up may be required',
        when: 'the end of a run',
      },
      {
        says: 'error: unexpected end of JSON input',
        when: 'a lock file that is empty or cut short: every command fails',
      },
    ],
    means:
      'A lock file of a self-managed backend has no expiry and no heartbeat. It says who started, not whether they still run.',
    first: {
      say: 'Look on the machine that the lock names. A small PID and a random host name mean a container: check its CI run.',
      run: () => ['ps -p PID'],
    },
    causes: [
      {
        cause: 'A run is in progress',
        sign: 'The checkpoint was written after the lock, minutes ago',
        so: 'Wait: probably alive',
      },
      {
        cause: 'A run was killed',
        sign: 'No write since the lock, and the process is gone',
        so: 'Remove the lock, resolve what is pending',
      },
      { cause: 'Two started at once', sign: 'Two locks of the same second', so: 'Both gave up; try again' },
      {
        cause: 'The lock file is empty',
        sign: 'unexpected end of JSON input',
        so: 'pulumi cancel removes it anyway',
      },
    ],
    steps: [
      {
        say: 'Drop the bucket’s folder on “Open a state file”: every lock with its age, and whether anything was written since.',
      },
      {
        say: 'Only if the process has ended:',
        run: (stack) => ['# Removes every lock of the stack.', cancel(stack)],
      },
      { say: 'Then resolve what was in flight.', run: copyFirst },
    ],
    never: [
      {
        what: 'removing the lock of a running process',
        why: 'it never checks again and keeps writing: two writers, one file',
      },
      { what: 'deleting the whole locks folder', why: 'it also has the locks of other stacks' },
    ],
    here: 'Holdfast does not connect to buckets: drop the folder, or paste the lock file into Diagnose.',
  },
  {
    id: 'bucket-file',
    sees: [
      { says: 'failed to load checkpoint: unexpected end of JSON input', when: 'the file was cut short' },
      { says: 'failed to load checkpoint: NoSuchKey', when: 'the file is missing' },
      { says: 'corrupt store: missing version in .pulumi/meta.yaml', when: 'meta.yaml; stops every command' },
      { says: 'Found legacy stack files in state store', when: 'the old layout; an error since CLI 3.257' },
    ],
    means: 'A file of the backend can’t be read. There are up to four copies of it.',
    first: {
      say: 'Copy the whole .pulumi folder before anything writes: .bak is only one write older.',
      run: () => ['cp -a PATH-TO-BACKEND/.pulumi pulumi-before', '# or: aws s3 sync s3://BUCKET/.pulumi pulumi-before'],
    },
    causes: [
      {
        cause: 'The checkpoint was cut short',
        sign: 'unexpected end of JSON input',
        so: '.bak, then the newest of backups, then of history',
      },
      { cause: 'The checkpoint is missing', sign: 'not found, and .bak is there', so: 'Copy .bak to its place' },
      { cause: 'The sidecar is broken (file://)', sign: '.attrs is empty or not JSON', so: 'Remove that .attrs only' },
      {
        cause: 'Two compressions of one stack',
        sign: 'X.json and X.json.gz',
        so: 'The newest is the stack; keep the other elsewhere',
      },
      { cause: 'meta.yaml is broken', sign: 'corrupt store', so: 'It must read: version: 1' },
      {
        cause: 'The old layout',
        sign: 'stacks without a project’s folder',
        so: 'The upgrade below, while no one else is working',
      },
    ],
    steps: [
      { say: 'Drop the folder on “Open a state file”: every copy with its age and what differs, and the commands.' },
      { say: 'The upgrade of the layout, alone:', run: () => [UPGRADE_BACKEND] },
      { say: 'Drop the folder again to check the repair.' },
    ],
    never: [
      { what: 'pulumi stack rm and a new stack', why: 'the history is removed, and every resource is untracked' },
      { what: 'an update before the copy was made', why: 'the first write replaces .bak' },
    ],
    here: 'Everything is read in this browser; nothing of the folder is sent.',
  },
]
