import type { Resource, SecretsProvider } from './checkpoint.ts'
import { mapValue } from './values.ts'

/** Key that marks an object as more than plain JSON; its value is the kind (docs/state.md, Property values). */
export const SIGNATURE = '4dabf18193072939515e22adb298388d'
export const SECRET_SIGNATURE = '1b47061264138c4ac30d75fd1eb44270'
export const ASSET_SIGNATURE = 'c44067f5952c0a294b673a41bacd8c17'
export const ARCHIVE_SIGNATURE = '0def7320c3a5731c473e5ecbe6d01bc7'
export const RESOURCE_REFERENCE_SIGNATURE = '5cf8f73096256a8f31e491e813e4eb8e'
/** Occurs only in events, never in a state. */
export const OUTPUT_VALUE_SIGNATURE = 'd0e6a833031e9bbcd3f4e8bde6ca49a4'
export const BYTE_STRING_SIGNATURE = '803fd3297a5875dc03ca845dda5d2a98'
export const FLOAT_SIGNATURE = '8ad145fe-0d11-4827-bfd7-1abcbf086f5c'
/** A text rather than a marked object: a value that is not known yet, or the ID of a provider without one. */
export const UNKNOWN_VALUE = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

/** The signature of a marked object; undefined for all other values. */
export const signatureOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, SIGNATURE)
    ? (value as Record<string, unknown>)[SIGNATURE]
    : undefined

export const isSecret = (value: unknown): boolean => signatureOf(value) === SECRET_SIGNATURE

const masked = () => ({ [SIGNATURE]: SECRET_SIGNATURE })

/**
 * Masks the secrets in a value: each becomes the bare marker, whether it had ciphertext or plaintext, as do output
 * values marked as secret (docs/state.md, Secrets). Everything else is unchanged.
 */
export const maskValue = (value: unknown): unknown =>
  mapValue(value, (part) => {
    if (isSecret(part)) return masked()
    const isSecretOutput = signatureOf(part) === OUTPUT_VALUE_SIGNATURE && 'secret' in part && part.secret === true
    return isSecretOutput ? masked() : undefined
  })

/** Masks a map of properties; those in `secretKeys` are masked whether they are marked or not. */
export function maskProperties(
  properties: Record<string, unknown>,
  secretKeys: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, secretKeys.includes(key) ? masked() : maskValue(value)]),
  )
}

/** Masks a resource for display: inputs, outputs and replacement trigger, including additional secret outputs. */
export function maskResource(resource: Resource): Resource {
  const { inputs, outputs, replacementTrigger, additionalSecretOutputs } = resource
  return {
    ...resource,
    ...(inputs && { inputs: maskProperties(inputs) }),
    ...(outputs && { outputs: maskProperties(outputs, additionalSecretOutputs ?? []) }),
    ...(replacementTrigger !== undefined && { replacementTrigger: maskValue(replacementTrigger) }),
  }
}

/** The salt of a passphrase provider, which also checks a passphrase; null of any other (docs/state.md, Secrets). */
export function passphraseSalt(provider: SecretsProvider | null | undefined): string | null {
  if (provider?.type !== 'passphrase' || typeof provider.state !== 'object') return null
  const salt: unknown = provider.state && Reflect.get(provider.state, 'salt')
  return typeof salt === 'string' ? salt : null
}
