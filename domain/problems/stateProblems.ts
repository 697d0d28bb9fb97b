import { importFrom, preview, refreshPreview, stateRepair } from '#domain/commands.ts'
import { fullName } from '#domain/stackName.ts'
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
      { says: 'resource urn:x refers to unknown provider urn:y::id', when: 'the detail tells which rule' },
    ],
    means:
      'The state breaks a rule of the engine: order, a reference to nothing, a name twice, a circle. Your cloud is untouched.',
    first: {
      say: 'A copy first. Then Recover, or drop that copy on “Open a state file”: each fault with its ways out.',
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
        say: 'Order and dangling references, by the CLI itself:',
        run: (stack) => ['# Shows what it would do, and asks.', stateRepair(stack)],
      },
      { say: 'Afterwards nothing may be replaced.', run: (stack) => [preview(stack)] },
    ],
    never: [
      {
        what: 'pulumi stack import --force',
        why: 'the invalid state is then in force, and every next command fails on it',
      },
      { what: 'PULUMI_OPTION_DISABLE_INTEGRITY_CHECKING', why: 'the update goes on, and writes more on top of it' },
      { what: 'marking one of two entries of the same ID for deletion', why: 'the next up deletes the live object' },
    ],
    here: 'The health of a stack names the first finding; Recover has all of them, since which version, and the repair with its effect.',
  },
  {
    id: 'edit-state',
    sees: [
      { sees: 'A note that says: export, edit the JSON, import' },
      { says: 'state edit produced an invalid snapshot', when: 'a state command; nothing was written' },
      { says: "resource 'urn:x' is from a different stack (dev != prod)", when: 'import of another stack’s file' },
      { says: 'magic cookie mismatch; possible tampering/corruption detected', when: 'the manifest was changed' },
    ],
    means:
      'Nearly everything that people edit by hand has a safer way. An entry taken out leaves its object alive, billed and unmanaged.',
    first: { say: 'Keep the present state, then use the narrowest tool for it.', run: copyFirst },
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
        say: 'By file, when nothing else is left: check the file here first, then import it without --force.',
        run: (stack) => [pulumi(stack, 'stack import --file edited.json')],
      },
      {
        say: 'Then compare with the cloud.',
        run: (stack) => ['# Writes nothing.', refreshPreview(stack), preview(stack)],
      },
    ],
    never: [
      { what: 'stack import --force', why: 'it skips the very check that would have stopped a wrong edit' },
      { what: 'stack import while anything is pending', why: 'every pending operation is dropped, looked at or not' },
      { what: 'importing a file of another stack', why: 'its entries have other names, and its secrets another key' },
    ],
    here: 'Open a state file verifies, repairs, compares and gives back a file. Versions keeps every former state; a write here can be undone.',
  },
  {
    id: 'project-renamed',
    sees: [
      { says: 'provided project name "shop" doesn\'t match Pulumi.yaml', when: 'any command' },
      { sees: 'A preview deletes every resource and creates every one again' },
    ],
    means: 'The project and the stack are part of every resource’s name. Another name makes every resource look new.',
    first: {
      say: 'Don’t run up. Was the name in Pulumi.yaml changed by mistake? Change it back, and preview.',
      run: (stack) => [preview(stack)],
    },
    causes: [
      { cause: 'Changed by mistake', sign: 'git log shows a new name in Pulumi.yaml', so: 'Change it back' },
      {
        cause: 'It is wanted',
        sign: 'The project is to have another name',
        so: 'Rename the stack along with it, as below',
      },
      {
        cause: 'A file of another stack was imported',
        sign: 'Some names in the state are another stack’s',
        so: 'Go back to the version before',
      },
    ],
    steps: [
      {
        say: 'The rename that rewrites all names in the state; change Pulumi.yaml at the same time.',
        run: (stack) => [
          ...copyFirst(stack),
          pulumi(stack, shell`stack rename ${stack.org}/NEW-PROJECT/${stack.stack}`),
        ],
      },
      {
        say: 'Then nothing may be created or deleted.',
        run: (stack) => [preview({ ...stack, project: 'NEW-PROJECT' })],
      },
    ],
    never: [{ what: 'pulumi up', why: 'it makes everything again, and deletes the old: databases too' }],
    here: 'A rename goes through the service: names in the state and the stack’s secrets move along, and its history stays.',
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
    means: 'A newer CLI wrote the state and used an ability that this one does not have. The state is whole.',
    first: {
      say: 'Upgrade the CLI that refuses; it is mostly the one in CI.',
      run: () => ['pulumi version', 'pulumi about'],
    },
    causes: [
      {
        cause: 'Two CLI versions in use',
        sign: 'It works on the laptop and not in CI',
        so: 'The same version everywhere',
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
        what: 'taking the features out of the file',
        why: 'the old CLI would read what it does not understand, and write it back without it',
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
    means: 'The CLI cannot open the secrets of this stack. It decrypts before it edits, so even small commands fail.',
    first: {
      say: 'Which provider does the state use? Give the CLI its key; never give it to a browser.',
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
        so: 'Grant decrypt to whoever runs it',
      },
      {
        cause: 'A change of provider was interrupted',
        sign: 'Config is new, the state names the old one',
        so: 'Run the change again, with the old key at hand',
      },
      { cause: 'The passphrase is lost', sign: 'nobody has it', so: 'The values are lost: set them anew' },
    ],
    steps: [
      { say: 'Set a copied value again.', run: (stack) => [pulumi(stack, "config set --secret 'KEY'")] },
      {
        say: 'Another provider, while the old key is at hand:',
        run: (stack) => [...copyFirst(stack), pulumi(stack, "stack change-secrets-provider 'passphrase'")],
      },
    ],
    never: [
      {
        what: 'stack export --show-secrets into a file that stays',
        why: 'every secret is then in plain text on a disk',
      },
      {
        what: 'removing the encryption salt from the stack’s config file',
        why: 'a new one is made, and nothing old can be read',
      },
    ],
    here: 'Options of a stack names its secrets provider. Holdfast never asks for a passphrase or a key.',
  },
  {
    id: 'move-backend',
    sees: [{ sees: 'A stack lives in s3://, gs://, azblob:// or a folder, and is to live in this service' }],
    means:
      'The state moves as a file. Its secrets are encrypted anew for the new stack by the CLI, which needs the old key once.',
    first: {
      say: 'Logged in to the old backend: nobody works on it, nothing is pending, then a file.',
      run: (stack) => [
        'pulumi login s3://OLD-BUCKET',
        shell`pulumi stack select ${stack.stack}`,
        shell`pulumi stack export --file ${`${stack.stack}.json`}`,
      ],
    },
    causes: [
      {
        cause: 'Old layout',
        sign: 'Found legacy stack files in state store',
        so: 'pulumi state upgrade first, or drop the folder on “Open a state file”',
      },
      {
        cause: 'A lock was left',
        sign: 'the stack is currently locked by',
        so: 'See “The stack is locked by lock files”',
      },
      {
        cause: 'Another organisation’s name',
        sign: 'StackReferences name the old one',
        so: 'Keep the organisation “organization”, as buckets do, and they go on working',
      },
      { cause: 'Pending operations', sign: 'pulumi stack import drops them', so: 'Settle them before the export' },
    ],
    steps: [
      {
        say: 'Logged in here: make the stack, bring the file in. Keep PULUMI_CONFIG_PASSPHRASE set if the old one had it.',
        run: (stack) => [
          'pulumi login https://YOUR-SERVICE',
          shell`pulumi stack init ${fullName(stack)}`,
          importFrom(stack, `${stack.stack}.json`),
        ],
      },
      {
        say: 'Config secrets move with the provider:',
        run: (stack) => [pulumi(stack, 'stack change-secrets-provider default')],
      },
      {
        say: 'Proof: nothing is to be created, changed or deleted.',
        run: (stack) => ['# Writes nothing.', preview(stack)],
      },
      { say: 'Then take the old one out of reach, so that nobody updates it: keep the file, remove the write access.' },
    ],
    never: [
      { what: 'updating in both places', why: 'two records of one infrastructure: each deletes what the other made' },
      {
        what: 'copying the file of the bucket as it is into import',
        why: 'a checkpoint is no export; drop it here, and it is converted',
      },
    ],
    here: '“Open a state file” takes the whole folder of the bucket, verifies each stack and gives files for import.',
  },
]
