import { sha256Hex } from '../../json/hash.ts'
import { cliName } from '../../stackName.ts'
import { shell } from '../../shell.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { messageEvidence, recognisedFor } from '../resources/recognised.ts'
import { check } from '../check.ts'
import { passphraseSalt } from '../../state/secrets.ts'

/** Secrets that cannot be decrypted (GR-26). Passphrases and keys are never entered here: this is only a guide. */
export const fixSecrets: GuidedRecovery = {
  id: 'fix-secrets',
  number: 26,
  phase: 'readable',
  title: 'Secrets provider or passphrase',
  commands: 'none',
  offer: { in: 'guides', text: 'A passphrase or a key is missing, wrong or lost.' },
  docs: {
    documented: 'Search for the passphrase; retype values',
    does: 'Names the provider, the key, since when; says what to set again if it is lost',
    refuses: 'To take a passphrase or a key into a browser',
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'fix-secrets')
    if (found.length === 0) return undefined
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: 'The last update could not decrypt the secrets',
      explanation: 'The state is fine. The machine that ran the update didn’t have the right key.',
      evidence: messageEvidence(facts, found),
      couldBeLost: 'The secrets, if the key is lost for good.',
      level: 0,
      items: providerLines(facts),
    }
  },
  guide: (facts) => ({
    explanation: `How the secrets are encrypted now: ${providerLines(facts).join(', ') || 'the state has none'}.`,
    steps: [
      {
        text: 'A passphrase: set it on the machine that runs the CLI, from your password store; the fingerprint above shows whether two states have the same one.',
        commands: ['export PULUMI_CONFIG_PASSPHRASE_FILE=/path/to/passphrase.txt'],
      },
      {
        text: 'A key service: log in to that cloud with an identity that may decrypt with the key named above.',
        commands: [],
      },
      {
        text: 'A value copied from another stack’s configuration can’t be read by this one: set it again.',
        commands: [shell`pulumi config set --secret KEY --stack ${cliName(facts.stack)}`],
      },
      {
        text: 'A change of provider was interrupted: the state still names the old one. Run the change again, with the old key available.',
        commands: [shell`pulumi stack change-secrets-provider --stack ${cliName(facts.stack)} "NEW-PROVIDER"`],
      },
      {
        text: 'The passphrase is lost: no one can recover the values. Create new ones where they come from, and set each again.',
        commands: secretProperties(facts),
      },
    ],
    never: ['Never type a passphrase or a key into a web page that sends it: no recovery asks for one.'],
    checks: [
      check(
        recognisedFor(facts, 'fix-secrets').length === 0,
        'The last update could decrypt the secrets.',
        'The last update could not decrypt the secrets.',
      ),
    ],
    stopAndAsk: ['The key may be lost: ask who created the stack before you set anything again.'],
  }),
}

/** Type and place of the key. A salt is only shown as a fingerprint, as it allows guessing (docs/state.md, Secrets). */
function providerLines({ document }: Facts): string[] {
  const provider = document.deployment.secrets_providers
  if (!provider) return []
  const state = (provider.state ?? {}) as Record<string, unknown>
  const salt = passphraseSalt(provider)
  if (salt !== null) {
    const fingerprint = sha256Hex(new TextEncoder().encode(salt)).slice(0, 12)
    return [`passphrase, fingerprint ${fingerprint}`]
  }
  if (provider.type === 'cloud' && typeof state['url'] === 'string')
    return [`key service ${state['url'].split('?')[0]}`]
  if (provider.type === 'service')
    return [typeof state['url'] === 'string' ? `the service ${state['url']}` : 'the service']
  return [provider.type]
}

const MAX_PROPERTIES = 30

/** Properties that would have to be set again, as comment lines: names, never values. */
function secretProperties({ document }: Facts): string[] {
  const found: string[] = []
  for (const { urn, inputs } of document.deployment.resources ?? []) {
    for (const [key, value] of Object.entries(inputs ?? {})) {
      if (found.length < MAX_PROPERTIES && JSON.stringify(value)?.includes('"ciphertext"'))
        found.push(shell`# ${urn}: ${key}`)
    }
  }
  return found
}
