import { isObject } from '#domain/json/jsonObject.ts'
import { isSecret } from '#domain/state/secrets.ts'

/**
 * Whether a state to import was encrypted by the service for another stack (docs/protocol.md, Import): its secrets
 * could not be decrypted here, and the next update would fail in the middle. Only the three names count, not the
 * server's address; a state exported with `--show-secrets` contains no encrypted secrets. Accepts any JSON, because
 * damaged states are imported, too.
 */
export function hasForeignSecrets(deployment: unknown, here: { org: string; project: string; name: string }): boolean {
  if (!isObject(deployment)) return false
  const provider = deployment['secrets_providers']
  if (!isObject(provider) || provider['type'] !== 'service' || !isObject(provider['state'])) return false
  const { owner, project, stack } = provider['state']
  const differs = (name: unknown, mine: string) => typeof name === 'string' && name !== mine
  if (!differs(owner, here.org) && !differs(project, here.project) && !differs(stack, here.name)) return false
  return holdsCiphertext(deployment['resources']) || holdsCiphertext(deployment['pending_operations'])
}

function holdsCiphertext(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isSecret(value) && 'ciphertext' in value) return true
  return Object.values(value).some(holdsCiphertext)
}
