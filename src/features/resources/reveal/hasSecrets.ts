import { isSecret } from '#domain/state/secrets.ts'

/** Whether a masked value has something to reveal. */
export function hasSecrets(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return isSecret(value) || Object.values(value).some(hasSecrets)
}
