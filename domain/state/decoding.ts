import type { Deployment, Resource } from './checkpoint.ts'
import { parseJsonText } from '../json/jsonText.ts'
import {
  ARCHIVE_SIGNATURE,
  ASSET_SIGNATURE,
  BYTE_STRING_SIGNATURE,
  FLOAT_SIGNATURE,
  RESOURCE_REFERENCE_SIGNATURE,
  SECRET_SIGNATURE,
  signatureOf,
} from './secrets.ts'

const READABLE: ReadonlySet<unknown> = new Set([
  SECRET_SIGNATURE,
  ASSET_SIGNATURE,
  ARCHIVE_SIGNATURE,
  RESOURCE_REFERENCE_SIGNATURE,
  BYTE_STRING_SIGNATURE,
  FLOAT_SIGNATURE,
])

/**
 * An entry that the CLI cannot decode, in its words (docs/state.md, Resource entries). Such a state cannot be forced or
 * repaired either.
 */
export type DecodingFault = { urn: string; message: string }

/**
 * Everything that keeps the CLI from decoding a state, before any integrity rule is checked (docs/state.md, Resource
 * entries). Does not detect faults that only show after decryption, and does not check the insides of assets,
 * references and encoded numbers.
 */
export function decodingFaults(deployment: Deployment): DecodingFault[] {
  const resources = [...(deployment.resources ?? []), ...(deployment.pending_operations ?? []).map((op) => op.resource)]
  return resources.flatMap((resource) => entryFaults(resource).map((message) => ({ urn: resource.urn, message })))
}

function entryFaults(resource: Resource): string[] {
  const { urn, type, custom, id } = resource
  const faults: string[] = []
  if (!urn) faults.push("resource missing required 'urn' field")
  if (!type) faults.push(`resource '${urn}' missing required 'type' field`)
  if (!custom && id) faults.push(`resource '${urn}' has 'custom' false but non-empty ID`)
  for (const value of [resource.inputs, resource.outputs, resource.replacementTrigger])
    collectValueFaults(value, faults)
  return faults
}

const MALFORMED_SECRET = 'malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied'

/**
 * `isOpened`: inside a secret in plain text, where the ciphertext of another secret is plain text as well
 * (docs/state.md, Secrets).
 */
function collectValueFaults(value: unknown, faults: string[], isOpened = false): void {
  if (typeof value !== 'object' || value === null) return
  const signature = signatureOf(value)
  if (signature !== undefined && !READABLE.has(signature)) {
    faults.push(
      `unrecognized signature '${typeof signature === 'string' ? signature : JSON.stringify(signature)}' in property map`,
    )
  } else if (signature === SECRET_SIGNATURE) {
    collectSecretFaults(value, faults, isOpened)
  } else if (Array.isArray(value)) {
    for (const item of value) collectValueFaults(item, faults, isOpened)
  } else {
    for (const key in value) collectValueFaults((value as Record<string, unknown>)[key], faults, isOpened) // without a list of the keys
  }
}

/** A value that is not a text counts as absent, an empty text as given. Encrypted values cannot be checked. */
function collectSecretFaults(secret: object, faults: string[], isOpened: boolean): void {
  const { ciphertext, plaintext } = secret as { ciphertext?: unknown; plaintext?: unknown }
  const isEncrypted = typeof ciphertext === 'string'
  if (isEncrypted === (typeof plaintext === 'string')) faults.push(MALFORMED_SECRET)
  else if (!isEncrypted) collectTextFaults(String(plaintext), faults)
  else if (isOpened) collectTextFaults(ciphertext, faults)
}

function collectTextFaults(text: string, faults: string[]): void {
  const parsed = parseJsonText(text)
  if ('value' in parsed) collectValueFaults(parsed.value, faults, true)
  // Elsewhere the CLI quotes a character, which here would be part of a secret.
  else
    faults.push(
      parsed.fault.isCutShort ? 'unexpected end of JSON input' : 'malformed secret value: `plaintext` must be JSON',
    )
}
