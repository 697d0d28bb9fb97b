import type { Deployment, Resource } from './checkpoint.ts'
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

/** An entry that the CLI cannot read at all, in its words (checkpoint 3.1). Such a state cannot be forced or repaired either. */
export type DecodingFault = { urn: string; message: string }

/**
 * Everything in a state that keeps the CLI from reading it, before any integrity rule is asked (checkpoint 3.1). What only
 * decrypting would show is not found; the insides of assets, references and encoded numbers are not looked at.
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

function collectValueFaults(value: unknown, faults: string[]): void {
  if (typeof value !== 'object' || value === null) return
  const signature = signatureOf(value)
  if (signature !== undefined && !READABLE.has(signature)) {
    faults.push(
      `unrecognized signature '${typeof signature === 'string' ? signature : JSON.stringify(signature)}' in property map`,
    )
  } else if (signature === SECRET_SIGNATURE) {
    const { ciphertext, plaintext } = value as { ciphertext?: unknown; plaintext?: unknown }
    if (!ciphertext === !plaintext) {
      faults.push('malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied')
    }
  } else if (Array.isArray(value)) {
    for (const item of value) collectValueFaults(item, faults)
  } else {
    for (const key in value) collectValueFaults((value as Record<string, unknown>)[key], faults) // no list of them
  }
}
