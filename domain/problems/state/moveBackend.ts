import { preview, exportSelected } from '#domain/commands.ts'
import { shell } from '#domain/shell.ts'
import { type KnownProblem, pulumi } from '../problem.ts'

export const moveBackend: KnownProblem = {
  id: 'move-backend',
  group: 'state',
  order: 6,
  title: 'Moving a stack from a bucket to a service',
  words: 'migrate s3 self-managed login export import',
  recoveries: ['rewrite-foreign-state', 'upgrade-backend', 'fix-secrets'],
  docs: {
    documented: 'Export, init, import, and deal with the secrets',
    does: "Reads the bucket's folder, verifies each stack, gives files and commands",
    refuses: 'To write to the bucket',
  },
  sees: [{ sees: 'A stack is in s3://, gs://, azblob:// or a folder and should move to this service' }],
  means:
    'The state moves as a file. “Import a state” (Connect → Import its state) creates the stack, keeps pending operations, and encrypts secrets with the new stack’s key.',
  first: {
    say: 'Log in to the old backend, check that no one works on it, then export. Only secrets of Pulumi’s service need --show-secrets: then delete the file after the import.',
    run: (stack) => [
      'pulumi login s3://OLD-BUCKET',
      shell`pulumi stack select ${stack.stack}`,
      exportSelected(`${stack.stack}.json`),
    ],
  },
  causes: [
    {
      cause: 'Old layout',
      sign: 'Found legacy stack files in state store',
      so: 'Upgrade the layout first, or drop the folder on “Open a state file”',
    },
    {
      cause: 'A lock was left',
      sign: 'the stack is currently locked by',
      so: 'See “The stack is locked by lock files”',
    },
    {
      cause: 'Another organization name',
      sign: 'StackReferences name the old one',
      so: 'Keep the organization “organization”, as buckets do, and they keep working',
    },
    {
      cause: 'Pending operations',
      sign: 'pulumi stack import and stack migrate drop them',
      so: 'Import the file in the console, which keeps them, and resolve them under “Recover”',
    },
  ],
  steps: [
    { say: 'Import the file: Connect → Import its state. You see the plan before anything is written.' },
    {
      say: 'Config secrets under a passphrase or a cloud key move with the provider:',
      run: (stack) => [pulumi(stack, 'stack change-secrets-provider default')],
    },
    {
      say: 'Check: a preview must create, change and delete nothing.',
      run: (stack) => ['# Writes nothing.', preview(stack)],
    },
    { say: 'Then make the old one read-only, so that no one updates it: keep the file, remove write access.' },
  ],
  never: [
    {
      what: 'updating in both places',
      why: 'two states for one infrastructure: each deletes what the other created',
    },
    {
      what: 'pulumi stack import or stack migrate while anything is pending',
      why: 'they drop every pending operation, and with it the record of what may exist',
    },
  ],
  here: '“Open a state file” takes the whole folder of the bucket, verifies each stack and hands it to the import.',
}
