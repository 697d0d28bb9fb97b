import { exportSelected, preview, refreshPreview, stateRepair } from '#domain/commands.ts'
import { shell } from '#domain/shell.ts'
import { copyFirst, type Problem, pulumi } from './problem.ts'

export const stateProblems: readonly Problem[] = [
  {
    id: 'integrity',
    sees: [
      { says: 'The Pulumi CLI encountered a snapshot integrity error. This is a bug!', when: 'CLI 3.130 and later' },
      { says: 'snapshot integrity failure; refusing to use it:', when: 'reading an invalid state' },
      {
        says: 'snapshot integrity error (auto-repaired):',
        when: 'CLI 3.226 and later: repaired before it was written',
      },
      { says: 'state file contains errors: x importing this file could be dangerous', when: 'pulumi stack import' },
      { says: 'resource urn:x refers to unknown provider urn:y::id', when: 'the detail names the rule' },
    ],
    means:
      'The state breaks an engine rule: wrong order, a dangling reference, a duplicate, a circle. Your cloud is untouched.',
    first: {
      say: 'Make a copy first. Then open Recover, or drop that copy on “Open a state file”: each fault has its repairs.',
      run: copyFirst,
    },
    causes: [
      {
        cause: 'An edit by hand, or a merge',
        sign: 'The first version that fails is an import',
        so: 'Compare with the version before',
      },
      {
        cause: 'The engine',
        sign: 'The first version that fails is an update',
        so: 'Repair, and report it with the log',
      },
      {
        cause: 'A half-done move or rename',
        sign: 'Names of two stacks or projects in it',
        so: 'Finish it, or go back',
      },
    ],
    steps: [
      {
        say: 'Order and dangling references can be fixed by the CLI:',
        run: (stack) => ['# Shows what it would do, and asks.', stateRepair(stack)],
      },
      { say: 'Afterwards, a preview must replace nothing.', run: (stack) => [preview(stack)] },
    ],
    never: [
      {
        what: 'pulumi stack import --force',
        why: 'the invalid state becomes current, and every later command fails',
      },
      {
        what: 'PULUMI_OPTION_DISABLE_INTEGRITY_CHECKING',
        why: 'the update continues, and builds on the invalid state',
      },
      { what: 'marking one of two entries of the same ID for deletion', why: 'the next up deletes the live object' },
    ],
    here: 'The stack’s health shows the first finding; Recover has all of them, since which version, and the effect of each repair.',
  },
  {
    id: 'edit-state',
    sees: [
      { sees: 'Instructions that say: export, edit the JSON, import' },
      { says: 'state edit produced an invalid snapshot', when: 'a state command; nothing was written' },
      { says: "resource 'urn:x' is from a different stack (dev != prod)", when: 'import of another stack’s file' },
      { says: 'magic cookie mismatch; possible tampering/corruption detected', when: 'the manifest was changed' },
    ],
    means:
      'There is a safer way for nearly every manual edit. A removed entry leaves its resource running, billed and untracked.',
    first: { say: 'Keep a copy of the state, then use the most specific tool.', run: copyFirst },
    causes: [
      { cause: 'Stop tracking a resource', sign: 'without deleting it', so: 'pulumi state delete' },
      { cause: 'Another name', sign: 'without replacing it', so: 'pulumi state rename, or an alias in the program' },
      { cause: 'Another stack', sign: 'with all that depends on it', so: 'pulumi state move' },
      { cause: 'Protection', sign: 'it blocks a delete', so: 'pulumi state unprotect' },
      { cause: 'A broken state', sign: 'commands refuse it', so: 'Recover, or pulumi state repair' },
    ],
    steps: [
      {
        say: 'The commands for it:',
        run: (stack) => [
          pulumi(stack, "state delete 'URN'"),
          pulumi(stack, "state rename 'URN' 'NEW-NAME'"),
          pulumi(stack, "state unprotect 'URN'"),
        ],
      },
      {
        say: 'By file, as a last resort: check the file here first, then import it without --force.',
        run: (stack) => [pulumi(stack, 'stack import --file edited.json')],
      },
      {
        say: 'Then compare with the cloud.',
        run: (stack) => ['# Writes nothing.', refreshPreview(stack), preview(stack)],
      },
    ],
    never: [
      { what: 'stack import --force', why: 'it skips the check that would have caught a wrong edit' },
      { what: 'stack import while anything is pending', why: 'every pending operation is dropped, checked or not' },
      {
        what: 'importing a file of another stack',
        why: 'its entries have other names, and its secrets use another key',
      },
    ],
    here: '“Open a state file” checks, repairs and compares a file. Versions keeps every earlier state; a write here can be undone.',
  },
  {
    id: 'project-renamed',
    sees: [
      { says: 'provided project name "shop" doesn\'t match Pulumi.yaml', when: 'any command' },
      { sees: 'A preview deletes and recreates every resource' },
    ],
    means: 'The project and stack names are part of every URN. With another name, every resource looks new.',
    first: {
      say: 'Don’t run up. Was the name in Pulumi.yaml changed by mistake? Change it back, and preview.',
      run: (stack) => [preview(stack)],
    },
    causes: [
      { cause: 'Changed by mistake', sign: 'git log shows a new name in Pulumi.yaml', so: 'Change it back' },
      {
        cause: 'It is wanted',
        sign: 'The project should have another name',
        so: 'Rename the stack along with it, as below',
      },
      {
        cause: 'A file of another stack was imported',
        sign: 'Some URNs in the state are of another stack',
        so: 'Restore the version before',
      },
    ],
    steps: [
      {
        say: 'Rename the stack: this rewrites all names in the state. Change Pulumi.yaml at the same time.',
        run: (stack) => [
          ...copyFirst(stack),
          pulumi(stack, shell`stack rename ${stack.org}/NEW-PROJECT/${stack.stack}`),
        ],
      },
      {
        say: 'Then a preview must create and delete nothing.',
        run: (stack) => [preview({ ...stack, project: 'NEW-PROJECT' })],
      },
    ],
    never: [{ what: 'pulumi up', why: 'it creates everything again and deletes the old, databases included' }],
    here: 'A rename goes through the service: names in the state and the stack’s secrets follow, and the history stays.',
  },
  {
    id: 'cli-too-old',
    sees: [
      {
        says: "the stack 'prod' is newer than what this version of the Pulumi CLI understands",
        when: 'CLI before 3.183',
      },
      { says: "the stack 'prod' uses features that are not supported", when: 'CLI 3.183 and later' },
      { says: "the stack 'prod' is too old to be used", when: 'a state without a version' },
    ],
    means: 'A newer CLI wrote the state and used a feature that this one does not have. The state is fine.',
    first: {
      say: 'Upgrade the CLI that refuses; it is usually the one in CI.',
      run: () => ['pulumi version', 'pulumi about'],
    },
    causes: [
      {
        cause: 'Two CLI versions in use',
        sign: 'It works on the laptop and not in CI',
        so: 'Use the same version everywhere',
      },
      {
        cause: 'A new option in the program',
        sign: 'taint, hooks, views, replaceWith, …',
        so: 'At least the CLI that has it: 3.183 for hooks and views, 3.192 for taint, 3.207 for replaceWith',
      },
    ],
    steps: [],
    never: [
      {
        what: 'removing the features from the file',
        why: 'the old CLI would drop what it doesn’t understand when it saves',
      },
    ],
    here: 'Each update names the CLI that ran it; “Open a state file” names the features and who wrote them.',
  },
  {
    id: 'secrets',
    sees: [
      {
        says: 'passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables',
        when: 'passphrase provider',
      },
      { says: 'incorrect passphrase', when: 'passphrase provider' },
      { says: 'constructing secrets manager of type "cloud":', when: 'a key service' },
      {
        says: "failed to decrypt encrypted configuration value 'shop:password': refusing to proceed",
        when: 'a value of another stack',
      },
      {
        says: 'snapshot contains encrypted secrets but no secrets manager could be found',
        when: 'the state names no provider',
      },
    ],
    means: 'The CLI can’t decrypt this stack’s secrets. It decrypts before it edits, so even small commands fail.',
    first: {
      say: 'See which provider the state uses. Give its key to the CLI, never to a browser.',
      run: (stack) => ['export PULUMI_CONFIG_PASSPHRASE_FILE=/path/to/passphrase', preview(stack)],
    },
    causes: [
      {
        cause: 'Not set in this shell or CI',
        sign: 'must be set with',
        so: 'Set the variable, empty for an empty passphrase',
      },
      { cause: 'Another stack’s passphrase', sign: 'incorrect passphrase', so: 'Each stack has its own' },
      {
        cause: 'A value copied from another stack’s config',
        sign: 'failed to decrypt, with a key’s name',
        so: 'Set that one value again',
      },
      {
        cause: 'No access to the key',
        sign: 'AccessDenied of a key service',
        so: 'Grant decrypt to the user who runs the CLI',
      },
      {
        cause: 'A change of provider was interrupted',
        sign: 'Config is new, the state names the old one',
        so: 'Run the change again, with the old key available',
      },
      { cause: 'The passphrase is lost', sign: 'no one has it', so: 'The values are lost: set them again' },
    ],
    steps: [
      { say: 'Set a copied value again.', run: (stack) => [pulumi(stack, "config set --secret 'KEY'")] },
      {
        say: 'Change the provider, while the old key is available:',
        run: (stack) => [...copyFirst(stack), pulumi(stack, "stack change-secrets-provider 'passphrase'")],
      },
    ],
    never: [
      {
        what: 'stack export --show-secrets into a file that stays',
        why: 'every secret is then on disk in plain text',
      },
      {
        what: 'removing the encryption salt from the stack’s config file',
        why: 'a new one is created, and old secrets can’t be read',
      },
    ],
    here: 'Options of a stack names its secrets provider. Holdfast never asks for a passphrase or a key.',
  },
  {
    id: 'move-backend',
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
  },
]
