import type { Resource } from '../../state/checkpoint.ts'
import { objectKey } from '../../state/entryKeys.ts'

/** The entries of a state by what pending operations are compared with; positions are in the order of the list. */
export type EntryIndex = {
  /** The first live entry with each URN. */
  live: ReadonlyMap<string, Resource>
  /** The first entry, live or old, with each URN and ID. */
  byReference: ReadonlyMap<string, Resource>
  /** The positions of the live entries with each type and ID. */
  byObject: ReadonlyMap<string, readonly number[]>
  /** The AWS accounts in the ARNs of live entries, by the reference to their provider. */
  accounts: ReadonlyMap<string, ReadonlySet<string>>
}

/** `arn:partition:service:region:account:…`; those of AWS itself have `aws`, those of buckets nothing, in its place. */
const ARN = /^arn:[\w-]+:[\w-]+:[\w-]*:(\d{12}):/

/** The account in the ARN of an entry that the stack manages: what it only reads may be in another account. */
function accountOf({ outputs, external }: Resource): string | undefined {
  const arn = outputs?.['arn']
  return typeof arn === 'string' && external !== true ? ARN.exec(arn)?.[1] : undefined
}

/** One index for each list, which nothing changes: a state may have thousands of pending operations. */
const indexes = new WeakMap<readonly Resource[], EntryIndex>()

export const reference = (urn: string, id: string | undefined): string => `${urn}::${id ?? ''}`

/** The index of a list, made at the first call. */
export function entryIndex(resources: readonly Resource[]): EntryIndex {
  const known = indexes.get(resources)
  if (known) return known
  const live = new Map<string, Resource>()
  const byReference = new Map<string, Resource>()
  const byObject = new Map<string, number[]>()
  const accounts = new Map<string, Set<string>>()
  for (const [at, resource] of resources.entries()) {
    const { urn, id, delete: isOld } = resource
    const key = reference(urn, id)
    if (!byReference.has(key)) byReference.set(key, resource)
    if (isOld) continue
    if (!live.has(urn)) live.set(urn, resource)
    const account = accountOf(resource)
    if (account !== undefined) {
      const provider = resource.provider ?? ''
      accounts.set(provider, (accounts.get(provider) ?? new Set()).add(account))
    }
    if (id === undefined) continue
    const same = byObject.get(objectKey(resource))
    if (same) same.push(at)
    else byObject.set(objectKey(resource), [at])
  }
  const index = { live, byReference, byObject, accounts }
  indexes.set(resources, index)
  return index
}
