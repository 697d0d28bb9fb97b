import type { Deployment, PendingOperation, Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { isSecret } from '#domain/state/secrets.ts'
import { isProviderType, parseProviderReference } from '#domain/state/urn.ts'
import { mapValue } from '#domain/state/values.ts'
import type { Exchange } from '../load.ts'

/** The plaintext (JSON text) of a ciphertext, or undefined if unknown. */
export type Decrypt = (ciphertext: string) => string | undefined

/**
 * A normal form that is equal for states with the same meaning to the engine. Ignored are only: the order of entries
 * and of URNs in a list, empty lists in `propertyDependencies`, `aliases`, the ids of provider resources, times, the
 * manifest, and the encoding of secrets. It does not check that the order is valid: verify both states as well.
 */
export function normaliseState(document: StateDocument, decrypt: Decrypt = () => undefined) {
  const { version, features, deployment } = document
  const { manifest: _manifest, secrets_providers: _provider, resources, pending_operations, ...rest } = deployment
  const normal = (resource: Resource) => normaliseResource(resource, decrypt)
  return {
    version,
    features: [...(features ?? [])].toSorted(),
    resources: (resources ?? []).map(normal).toSorted(byText),
    pendingOperations: (pending_operations ?? [])
      .map((operation): PendingOperation => ({ ...operation, resource: normal(operation.resource) }))
      .toSorted(byText),
    rest: withoutEmpty(rest),
  }
}

const TIMES = new Set(['created', 'modified'])

function normaliseResource(resource: Resource, decrypt: Decrypt): Resource {
  const { aliases: _resolved, dependencies, replaceWith, propertyDependencies, ...rest } = resource
  const properties = Object.entries(propertyDependencies ?? {})
    .map(([property, urns]) => [property, [...(urns ?? [])].toSorted()] as const)
    .filter(([, urns]) => urns.length > 0)
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !TIMES.has(key)))
  const normal = mapValue(kept, (part) => (isSecret(part) ? decoded(part, decrypt) : undefined)) as Resource
  return {
    ...normal,
    ...(dependencies && { dependencies: dependencies.toSorted() }),
    ...(replaceWith && { replaceWith: replaceWith.toSorted() }),
    ...(properties.length > 0 && { propertyDependencies: Object.fromEntries(properties) }),
    ...(isProviderType(resource.type) && resource.id && { id: PROVIDER_ID }),
    ...(resource.provider && { provider: withoutProviderId(resource.provider) }),
  }
}

const PROVIDER_ID = '(id of a provider)'

function withoutProviderId(ref: string): string {
  const parsed = parseProviderReference(ref)
  return 'error' in parsed ? ref : `${parsed.urn}::${parsed.id === '' ? '' : PROVIDER_ID}`
}

/** A secret by its meaning: plaintext is JSON text, in which nested secrets contain their plaintext. */
function decoded(secret: object, decrypt: Decrypt): unknown {
  const { ciphertext, plaintext } = secret as { ciphertext?: string; plaintext?: string }
  const text = plaintext ?? decrypt(ciphertext ?? '')
  if (text === undefined) return { secret: { undecrypted: ciphertext } }
  const nested: Decrypt = (inner) => decrypt(inner) ?? inner
  return { secret: mapValue(JSON.parse(text), (part) => (isSecret(part) ? decoded(part, nested) : undefined)) }
}

/** Sorts object keys, so that equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const byText = (a: unknown, b: unknown): number => {
  const [left, right] = [canonical(a), canonical(b)]
  return left === right ? 0 : left < right ? -1 : 1
}

/** Absent and empty mean the same to the engine. */
const withoutEmpty = (body: Partial<Deployment>) =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => typeof value !== 'object' || Object.keys(value ?? {}).length > 0),
  )

/** The plaintexts of ciphertexts, from the encrypt and decrypt calls of recorded exchanges. */
export function decryptFrom(exchanges: Iterable<Exchange>): Decrypt {
  const plaintexts = new Map<string, string>()
  const note = (ciphertext: string | undefined, plaintext: string | undefined) => {
    if (ciphertext === undefined || plaintext === undefined) return
    plaintexts.set(ciphertext, new TextDecoder().decode(Uint8Array.from(atob(plaintext), (char) => char.charCodeAt(0))))
  }
  for (const { url, request, response, status } of exchanges) {
    if (status !== 200) continue
    const sent = request as CryptBody
    const received = response as CryptBody
    if (url.endsWith('/encrypt')) note(received.ciphertext, sent.plaintext)
    if (url.endsWith('/decrypt')) note(sent.ciphertext, received.plaintext)
    if (url.endsWith('/batch-encrypt')) {
      for (const [index, text] of Object.entries(sent.plaintexts ?? []))
        note(received.ciphertexts?.[Number(index)], text)
    }
    if (url.endsWith('/batch-decrypt')) {
      for (const [ciphertext, text] of Object.entries(received.plaintexts ?? {})) note(ciphertext, text)
    }
  }
  return (ciphertext) => plaintexts.get(ciphertext)
}

type CryptBody = {
  plaintext?: string
  ciphertext?: string
  plaintexts?: string[] | Record<string, string>
  ciphertexts?: string[]
}
