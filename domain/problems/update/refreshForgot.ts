import { refreshPreview } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const refreshForgot: KnownProblem = {
  id: 'refresh-forgot',
  group: 'update',
  order: 5,
  title: 'A refresh dropped resources that still exist',
  words: 'wrong credentials region lost gone',
  recoveries: ['restore-lost-entries', 'restore-version'],
  runs: { kind: 'refresh' },
  docs: {
    documented: 'Import each again',
    does: 'Alarm, comparison of the versions, restore',
    refuses: 'To let an update run without a warning',
  },
  sees: [
    { sees: 'A refresh, or up --refresh, succeeds, and a preview then wants to create what exists' },
    { sees: 'A version lost a large share of its resources without any delete' },
  ],
  means: 'A provider with the wrong credentials, region or cluster reports “gone”, and the refresh removes the entry.',
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
    { what: 'pulumi up', why: 'second copies, or “already exists”, for everything that was dropped' },
    { what: 'another refresh with the same credentials', why: 'it drops the rest' },
  ],
  here: 'Versions shows how many resources each version has; the one before is kept, byte for byte.',
}
