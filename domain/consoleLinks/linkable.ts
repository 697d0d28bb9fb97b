/** What is known of a resource to find its page in the provider's console. */
export type Linkable = {
  /** The type as in the state: `aws:s3/bucket:Bucket`. */
  type: string
  /** The provider's ID; null or '' if it is not known yet. */
  id: string | null
  inputs?: unknown
  outputs?: unknown
  /** The resource's location according to its provider or stack, for what its own properties lack. */
  place?: Place
}

export type Place = {
  region?: string | undefined
  project?: string | undefined
  tenant?: string | undefined
  /** The stack's tags: `kubernetes:dashboard` is the address of its cluster's Kubernetes Dashboard. */
  tags?: Readonly<Record<string, string>> | undefined
}

export type ConsoleLink = {
  console: 'AWS' | 'Azure' | 'Google Cloud' | 'Kubernetes'
  /** `one`: the page of the resource itself. `list`: the list of its kind, because its ID is not known. */
  shows: 'one' | 'list'
  url: string
}

/** A text property of a resource; undefined for secrets. */
export function textOf(properties: unknown, key: string): string | undefined {
  const value =
    typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Normalizes a type to module and kind: `aws:s3/bucketV2:BucketV2` and `aws-native:s3:Bucket` are both `s3:Bucket`, so
 * that one row of a table serves all spellings.
 */
export function kindOf(type: string): string {
  const [, module = '', kind = ''] = type.split(':')
  return `${module.split('/')[0] ?? ''}:${kind.replace(/V\d+$/, '')}`
}

/** Escapes a text for use as one part of an address. */
export const part = (text: string): string => encodeURIComponent(text)

/**
 * The value after a word in an ID made of words and values, e.g. `zones` in
 * `projects/shop/zones/europe-west1-b/instances/web`.
 */
export function after(id: string, word: string): string | undefined {
  const parts = id.split('/')
  const at = parts.indexOf(word)
  return at < 0 ? undefined : parts[at + 1] || undefined
}
