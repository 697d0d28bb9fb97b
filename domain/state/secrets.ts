import type { Resource } from './checkpoint.ts'
import { mapValue } from './values.ts'

/** Marks an object that is more than plain JSON; its value says what (docs/state.md, Property values). */
export const SIGNATURE = '4dabf18193072939515e22adb298388d'
export const SECRET_SIGNATURE = '1b47061264138c4ac30d75fd1eb44270'
export const ASSET_SIGNATURE = 'c44067f5952c0a294b673a41bacd8c17'
export const ARCHIVE_SIGNATURE = '0def7320c3a5731c473e5ecbe6d01bc7'
export const RESOURCE_REFERENCE_SIGNATURE = '5cf8f73096256a8f31e491e813e4eb8e'
/** Only in events, never in a state. */
export const OUTPUT_VALUE_SIGNATURE = 'd0e6a833031e9bbcd3f4e8bde6ca49a4'
export const BYTE_STRING_SIGNATURE = '803fd3297a5875dc03ca845dda5d2a98'
export const FLOAT_SIGNATURE = '8ad145fe-0d11-4827-bfd7-1abcbf086f5c'
/** Not a marked object but a text: a value that is not known yet; also the ID of a provider without one. */
export const UNKNOWN_VALUE = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

/** What a marked object is marked as; undefined for everything else. */
export const signatureOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, SIGNATURE)
    ? (value as Record<string, unknown>)[SIGNATURE]
    : undefined

export const isSecret = (value: unknown): boolean => signatureOf(value) === SECRET_SIGNATURE

const masked = () => ({ [SIGNATURE]: SECRET_SIGNATURE })

/**
 * The value without what its secrets hold: each becomes the bare marker, whether it held ciphertext or plaintext, and so
 * do output values that are marked secret (docs/state.md, Secrets). Everything else is unchanged.
 */
export const maskValue = (value: unknown): unknown =>
  mapValue(value, (part) => {
    if (isSecret(part)) return masked()
    const isSecretOutput = signatureOf(part) === OUTPUT_VALUE_SIGNATURE && 'secret' in part && part.secret === true
    return isSecretOutput ? masked() : undefined
  })

/** Masks a map of properties; those that `secretKeys` names are masked whether they are marked or not. */
export function maskProperties(
  properties: Record<string, unknown>,
  secretKeys: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, secretKeys.includes(key) ? masked() : maskValue(value)]),
  )
}

/** The resource as it may be shown: inputs, outputs and replacement trigger masked, additional secret outputs as well. */
export function maskResource(resource: Resource): Resource {
  const { inputs, outputs, replacementTrigger, additionalSecretOutputs } = resource
  return {
    ...resource,
    ...(inputs && { inputs: maskProperties(inputs) }),
    ...(outputs && { outputs: maskProperties(outputs, additionalSecretOutputs ?? []) }),
    ...(replacementTrigger !== undefined && { replacementTrigger: maskValue(replacementTrigger) }),
  }
}
