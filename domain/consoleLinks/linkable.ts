/** What is known of a resource that its page in the provider's own console may be found by. */
export type Linkable = {
  /** As the state has it: `aws:s3/bucket:Bucket`. */
  type: string
  /** As the provider gave it; null or '' where it is not known yet. */
  id: string | null
  inputs?: unknown
  outputs?: unknown
  /** Where it is, as far as its provider or its stack says what its own properties do not. */
  place?: Place
}

export type Place = {
  region?: string | undefined
  project?: string | undefined
  tenant?: string | undefined
  /** The tags of its stack: `kubernetes:dashboard` is the address of its cluster's Kubernetes Dashboard. */
  tags?: Readonly<Record<string, string>> | undefined
}

export type ConsoleLink = {
  console: 'AWS' | 'Azure' | 'Google Cloud' | 'Kubernetes'
  /** `one`: the page of the resource itself. `list`: those of its kind, because its ID is not known. */
  shows: 'one' | 'list'
  url: string
}

/** A text among the properties of a resource; of a secret there is none. */
export function textOf(properties: unknown, key: string): string | undefined {
  const value =
    typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `aws:s3/bucketV2:BucketV2` and `aws-native:s3:Bucket` are both `s3:Bucket`: a row of a table serves all ways to write a type. */
export function kindOf(type: string): string {
  const [, module = '', kind = ''] = type.split(':')
  return `${module.split('/')[0] ?? ''}:${kind.replace(/V\d+$/, '')}`
}

/** What is in a part of an address, whatever it is. */
export const part = (text: string): string => encodeURIComponent(text)

/** `projects/shop/zones/europe-west1-b/instances/web`: what follows a word in an ID made of words and values. */
export function after(id: string, word: string): string | undefined {
  const parts = id.split('/')
  const at = parts.indexOf(word)
  return at < 0 ? undefined : parts[at + 1] || undefined
}
