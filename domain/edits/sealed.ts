import type { EditProblem } from '#contract/edits.ts'
import { sameJson } from '../json/sameJson.ts'
import type { Deployment, Resource } from '../state/checkpoint.ts'
import { isObject, isStringList, type JsonObject } from '../json/jsonObject.ts'
import { isSecret, SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { mapValue } from '../state/values.ts'
import { error } from './edit.ts'

/**
 * A state may have secrets stored in plain text: exported with `--show-secrets`, or outputs marked secret only by name.
 * In a text to be edited, each is a numbered placeholder, and is restored from the returned text.
 */
const PLACEHOLDER = /^held back: secret (\d+)$/
const placeholder = (number: number): string => `held back: secret ${number}`

/**
 * Replaces an entry's plain-text secrets by placeholders, and appends them to `kept`, which may have those of other
 * entries.
 */
export function sealEntry<Entry extends Resource>(entry: Entry, kept: unknown[] = []): Entry {
  const { outputs, additionalSecretOutputs } = entry
  const sealed = mapValue(entry, (part) => {
    if (!isSecret(part) || !('plaintext' in part)) return undefined
    kept.push(part)
    return { ...part, plaintext: placeholder(kept.length) }
  }) as Entry // only secrets inside of it change
  const named = (additionalSecretOutputs ?? []).filter((key) => key in (outputs ?? {}) && !isSecret(outputs?.[key]))
  if (named.length === 0) return sealed
  const hidden = named.map((key) => {
    kept.push(outputs?.[key])
    return [key, { [SIGNATURE]: SECRET_SIGNATURE, plaintext: placeholder(kept.length) }] as const
  })
  return { ...sealed, outputs: { ...sealed.outputs, ...Object.fromEntries(hidden) } }
}

/** Whether a state has secrets stored in plain text. Accepts any JSON, as damaged states are stored too. */
export function holdsReadable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsReadable)
  if (!isObject(value)) return false
  if (isSecret(value)) return 'plaintext' in value
  return hasReadableOutput(value) || Object.values(value).some(holdsReadable)
}

function hasReadableOutput({ outputs, additionalSecretOutputs: keys }: JsonObject): boolean {
  if (!isObject(outputs) || !isStringList(keys)) return false
  return keys.some((key) => Object.hasOwn(outputs, key) && !isSecret(outputs[key]))
}

/**
 * Restores the secrets behind placeholders. A secret typed by the user is a problem: it would be stored in plain text.
 */
export function unseal<Value>(value: Value, kept: readonly unknown[]): { value: Value; problem?: EditProblem } {
  let problem: EditProblem | undefined
  const whole = mapValue(value, (part) => {
    if (!isSecret(part) || !isObject(part) || typeof part['plaintext'] !== 'string') return undefined
    const number = Number(PLACEHOLDER.exec(part['plaintext'])?.[1] ?? NaN)
    if (number >= 1 && number <= kept.length) return kept[number - 1]
    problem ??= Number.isNaN(number)
      ? error(
          'plaintextSecret',
          'A secret was entered readable. Secrets are never typed in here: set them with pulumi config set --secret, and run an update.',
        )
      : error('unknownPlaceholder', `There is no secret ${number} that was held back from this text.`)
    return part
  }) as Value // placeholders are replaced by their secret, everything else stays
  return problem ? { value, problem } : { value: whole }
}

/** All ciphertexts inside a value. */
export function ciphertextsIn(value: unknown, found = new Set<string>()): Set<string> {
  mapValue(value, (part) => {
    if (!isSecret(part) || !('ciphertext' in part) || typeof part.ciphertext !== 'string') return undefined
    found.add(part.ciphertext)
    return part
  })
  return found
}

/**
 * Whether the secrets of two versions of one stack are encrypted with one key. That of this service stays when the stack is
 * renamed or moves to another organization, which its provider names.
 */
export const hasSameKey = ({ secrets_providers: one }: Deployment, { secrets_providers: other }: Deployment): boolean =>
  (one?.type === 'service' && other?.type === 'service') || sameJson(one ?? null, other ?? null)

/**
 * Whether a part of one version of a stack cannot be put into another one, because its secrets are encrypted with another
 * key: no CLI reads a state with those of two (docs/state.md, Decoding).
 */
export const isSealedOtherwise = (part: unknown, from: Deployment, to: Deployment): boolean =>
  !hasSameKey(from, to) && ciphertextsIn(part).size > 0
