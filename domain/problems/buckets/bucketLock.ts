import { cancel } from '#domain/commands.ts'
import { copyFirst, type KnownProblem } from '../problem.ts'

export const bucketLock: KnownProblem = {
  id: 'bucket-lock',
  group: 'buckets',
  order: 1,
  title: 'The stack is locked by lock files',
  words: 's3 gcs azure file lock pulumi cancel',
  recoveries: ['remove-lock-file'],
  docs: {
    documented: 'Delete lock files',
    does: 'Shows evidence for each lock; gives the command for one',
    refuses: 'To call a holder dead',
  },
  sees: [
    {
      says: 'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`',
      when: 'CLI 3.39 and later',
    },
    {
      says: 'the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or manually delete the lock file(s)',
      when: 'CLI 2.23 to 3.38',
    },
  ],
  means:
    'A lock file of a self-managed backend has no expiry, and nothing renews it. It says who started, not whether they still run.',
  first: {
    say: 'Look on the machine that the lock names. A small PID and a random host name mean a container: check its CI run.',
    run: () => ['ps -o lstart,args -p PID'],
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
  here: 'A connected backend shows each lock with its evidence. Otherwise drop the folder, or paste the lock file into Diagnose.',
  errors: [
    {
      id: 'lock-files',
      fragments: [
        'the stack is currently locked by {n} lock(s). Either wait for the other process(es) to end or delete the lock file with',
        'the stack is currently locked by {n} lock(s) … or manually delete the lock file(s)',
        'the stack is currently locked by {n} lock(s)',
      ],
      advice:
        'Check on the host that the lock names whether that process is still running. Remove only that one lock, and only if it is not.',
      where: 'self-managed backends; with pulumi cancel since 3.39, by hand in 2.23 to 3.38',
    },
    {
      id: 'lock-left-behind',
      fragments: [
        {
          says: 'there was a problem deleting the lock at {x}, manual clean up may be required',
          when: 'the end of a run',
        },
      ],
      title: 'A lock stayed behind',
      meaning: 'The run ended, but its lock file could not be removed: every later command will find the stack locked.',
      advice: 'Remove that lock file when no one is working on the stack.',
      where: 'self-managed backends, at the end of a run',
    },
    {
      id: 'unreadable-lock',
      fragments: [
        { says: 'unexpected end of JSON input', when: 'a lock file that is empty or cut short: every command fails' },
        "invalid character '{x}' looking for",
        "invalid character '{x}' after",
      ],
      title: 'A file is empty or truncated',
      meaning:
        'At the start of a command it is a lock file of a self-managed backend; otherwise another file that should be JSON.',
      recoveries: ['remove-lock-file', 'restore-checkpoint'],
      advice:
        'See which file is empty: pulumi cancel removes a broken lock; a broken checkpoint has a .bak next to it.',
      where: 'self-managed backends, any command',
    },
  ],
}
