import { preview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem, pulumi } from '../problem.ts'

export const secrets: KnownProblem = {
  id: 'secrets',
  group: 'state',
  order: 5,
  title: 'Secrets provider or passphrase',
  words: 'passphrase incorrect decrypt kms secure',
  recoveries: ['fix-secrets'],
  docs: {
    documented: 'Try passphrases',
    does: 'Shows which provider, which key, since when',
    refuses: 'To ask for a passphrase or a key',
  },
  sees: [
    {
      says: "failed to decrypt encrypted configuration value 'shop:password': refusing to proceed",
      when: 'a value of another stack',
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
  errors: [
    {
      id: 'passphrase-missing',
      fragments: [
        {
          says: 'passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables',
          when: 'passphrase provider',
        },
      ],
      title: 'The passphrase is missing',
      meaning: 'The secrets of this stack are encrypted with a passphrase that this environment does not have.',
      advice: 'Set it where the command runs; never enter it in a browser.',
      where: 'any command that reads secrets',
    },
    {
      id: 'passphrase-wrong',
      fragments: [{ says: 'incorrect passphrase', when: 'passphrase provider' }],
      title: 'The passphrase is wrong',
      meaning: 'It is not the one that the secrets of this stack were encrypted with.',
      advice: 'Compare the salt: is it the right stack? If the passphrase is lost, every secret must be set again.',
      where: 'any command that reads secrets',
    },
    {
      id: 'secrets-manager',
      fragments: [
        { says: 'constructing secrets manager of type "{x}":', when: 'a key service' },
        {
          says: 'snapshot contains encrypted secrets but no secrets manager could be found',
          when: 'the state names no provider',
        },
        'no known secrets provider for type',
      ],
      title: 'The secrets cannot be decrypted',
      meaning: 'The key or its provider can’t be reached from here, or the state doesn’t say which one it is.',
      advice: 'See which provider and key the state names, and whether these credentials may use it.',
      where: 'any command that reads secrets',
    },
    {
      id: 'foreign-secret',
      fragments: [
        "failed to decrypt encrypted configuration value '{x}' … refusing to proceed",
        "failed to decrypt encrypted configuration value '{x}'",
      ],
      title: 'A configuration value was encrypted for another stack',
      meaning: 'Each stack has its own key: a value copied from another stack can’t be read.',
      advice: 'Set the value again with pulumi config set --secret.',
      where: 'any update',
    },
  ],
}
