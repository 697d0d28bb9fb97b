import { refreshPreview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem, pulumi } from '../problem.ts'

export const destroyFails: KnownProblem = {
  id: 'destroy-fails',
  group: 'update',
  order: 4,
  title: 'Destroy fails, or something cannot be deleted',
  words: 'protected dependency violation delete stuck',
  recoveries: ['finish-destroy', 'remove-protection', 'remove-old-entries'],
  stackHealth: ['failed'],
  runs: { kind: 'destroy', result: 'failed' },
  docs: {
    documented: 'Delete in the cloud, then in the JSON',
    does: 'Shows each failure with its cause; removes entries one by one, with a statement',
    refuses: 'To remove everything that is left at once',
  },
  sees: [
    {
      says: 'resource "urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs" cannot be deleted because it is protected.',
      when: 'CLI 3.52 and later',
    },
    { says: 'unable to delete resource "urn:x" as it is currently marked for protection', when: 'CLI 3.3 to 3.51' },
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
    {
      cause: 'Its host is gone',
      sign: 'cluster unreachable',
      so: 'Remove what was inside from the state, once that is certain',
    },
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
      why: 'it drops everything that is left from the state; the resources stay, billed and untracked',
    },
    { what: 'unprotecting everything at once', why: 'they were protected for a reason: list them first' },
  ],
  here: 'The failed destroy’s page has each message with its resource; Resources shows what is left and what is protected.',
  errors: [
    {
      id: 'protected',
      fragments: [
        'resource "{urn}" cannot be deleted … because it is protected',
        'because it is protected.',
        'unable to delete resource "{urn}" … as it is currently marked for protection',
        'unable to replace resource "{urn}" … as it is currently marked for protection',
        'as it is currently marked for protection',
        { says: 'refusing to delete protected resource', when: 'CLI up to 3.2' },
        "can't be safely deleted because it is protected",
      ],
      title: 'A resource is protected',
      meaning: 'It can’t be deleted or replaced until it is unprotected.',
      recoveries: ['remove-protection'],
      advice:
        'If it really should be deleted, unprotect it in the state and in the program. Never unprotect everything at once.',
      where: 'up, destroy and state delete; reworded in 3.3 and 3.52',
    },
    {
      id: 'not-empty',
      fragments: [{ says: 'BucketNotEmpty', when: 'AWS S3' }],
      title: 'The resource is not empty',
      meaning: 'The cloud deletes it only once it is empty.',
      recoveries: ['finish-destroy'],
      advice: 'Empty it, or set its own option for that (for example forceDestroy) and update once; then run again.',
      where: 'a provider, on delete',
    },
    {
      id: 'in-use',
      fragments: [
        'cannot be deleted because it is in use',
        'has dependencies and cannot be deleted',
        { says: 'DependencyViolation', when: 'AWS: something outside needs it' },
        'ResourceInUse',
        'DeleteConflict',
        'is in use',
      ],
      title: 'The cloud refuses to delete a resource',
      meaning: 'Something depends on it, perhaps outside the stack.',
      recoveries: ['finish-destroy'],
      advice: 'Find and remove what depends on it; then run again.',
      where: 'a provider, on delete',
    },
    {
      id: 'stack-not-empty',
      fragments: [
        { says: "'{stack}' still has resources; removal rejected", when: 'pulumi stack rm' },
        'refusing to remove stack because it still contains resources',
      ],
      title: 'The stack is not empty',
      meaning: 'Removing it now would leave running resources untracked.',
      recoveries: [],
      advice: 'Run pulumi destroy first. With --force everything stays in the cloud, untracked.',
      where: 'pulumi stack rm',
    },
    {
      id: 'delete-parent',
      fragments: ["Cannot delete parent resource '{x}' without also deleting child '{urn}'"],
      title: 'A parent can’t be deleted without its children',
      meaning: 'Only some of the resource’s children were targeted (code 2012).',
      recoveries: ['finish-destroy'],
      advice: 'Name the children as targets as well, or keep the parent.',
      where: 'destroy or up with targets',
    },
    {
      id: 'state-delete-dependents',
      fragments: [
        "{urn} can't be safely deleted because the following resources depend on it",
        "can't be safely deleted because the following resources depend on it",
      ],
      title: 'Other resources depend on the entry',
      meaning: 'Removing it would leave their references dangling; nothing was removed.',
      recoveries: ['finish-destroy'],
      advice: 'Remove them first or together with it. They all stay in the cloud.',
      where: 'pulumi state delete',
    },
    {
      id: 'replicated-function',
      fragments: [
        'Lambda was unable to delete … because it is a replicated function',
        'because it is a replicated function',
      ],
      title: 'A replicated function takes hours to delete',
      meaning: 'The cloud removes the copies at the edge later.',
      recoveries: ['finish-destroy'],
      advice: 'Wait some hours, refresh, and run the destroy again.',
      where: 'AWS',
    },
    {
      id: 'permission',
      fragments: [
        'AccessDenied',
        'UnauthorizedOperation',
        'AuthorizationFailed',
        'is not authorized to perform',
        "Required '{x}' permission",
        'Forbidden',
        'StatusCode: 403',
        'status code: 403',
        'Error 403',
      ],
      title: 'The cloud refuses the call',
      meaning: 'The credentials lack a permission, or belong to another account than you think.',
      recoveries: ['finish-destroy'],
      advice:
        'Grant the permission that the message names, or check account, role and region. Don’t refresh with the wrong credentials: everything would look deleted.',
      where: 'a provider',
    },
  ],
}
