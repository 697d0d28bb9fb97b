import { entryKey } from '../journal/stepFacts.ts'
import { sameJson } from '../json/sameJson.ts'
import type { Deployment, Resource } from './checkpoint.ts'
import { objectKey } from './entryKeys.ts'
import { isIdentity, placeOf, WHERE } from './sameObjects.ts'
import { isProviderType, parseProviderReference, withoutStack } from './urn.ts'

/** Whether two entries with one type and ID are one object; `unknown` if the states do not tell. */
export type Sameness = 'same' | 'apart' | 'unknown'

/** What tells objects with one type and ID apart. */
export type Placed = Pick<Resource, 'type' | 'inputs' | 'outputs'> & {
  id?: string | undefined
  provider?: string | undefined
}

/** Outputs that contain the place of an object. */
const PLACED = ['arn', 'selfLink'] as const
/** IDs that contain the place of their object, so that they are equal only for the same one. */
const WHOLE_ID = /^(arn:|https?:\/\/|\/subscriptions\/)/i
const WHOLE_GOOGLE_ID = /^projects\//
/** Names that are unique in the account or in the whole cloud: with another region they are the same object. */
const EVERYWHERE =
  /bucket|global|^(aws|aws-native):(s3|iam|route53\w*|cloudfront|organizations|account|budgets|ce|costexplorer|cur|cloudtrail|cloudwatch\/dashboard|networkmanager|shield|waf|ecrpublic)\b|^(gcp|google-native):storage[/:]/i
/** Configuration of providers that says where its objects are. Credentials, tags and time-outs do not. */
const LOCATION =
  /^(accountId|allowedAccountIds|subscriptionId|tenantId|project|organization|owner|cluster|context|host|server|domain|url)$|(Endpoint|Host|Url|Uri)$/
const OF_REGIONS = /^(aws|aws-native):/

/**
 * Compares two entries with one type and ID, which may be of different versions of a stack, by what these versions say
 * about their providers. Region or cluster differ by more than the text of a configuration: two providers with other
 * tags or another user of the same cluster manage the same objects. So `apart` needs a known difference of the place,
 * between two providers of one version; `same` needs one provider, or equal configurations.
 */
export function sameObjectIn(
  ...versions: (readonly Resource[] | null | undefined)[]
): (a: Placed, b: Placed) => Sameness {
  const known = versions.map((resources) => {
    const providers = (resources ?? []).filter(({ type }) => isProviderType(type))
    return new Map(providers.map((entry) => [keyOf(entry), entry]))
  })
  const relationOf = (a: Placed, b: Placed): Sameness => {
    const [one, other] = [referenceKey(a.provider), referenceKey(b.provider)]
    if (one === other) return 'same'
    const isApart = known.some((providers) => areApart([a, providers.get(one)], [b, providers.get(other)]))
    const places = (key: string) => known.flatMap((providers) => providers.get(key) ?? []).map(placeOf)
    const isSame = places(one).some((place) => places(other).includes(place))
    return isApart === isSame ? 'unknown' : isApart ? 'apart' : 'same'
  }
  return (a, b) => {
    if (isWhole(a)) return 'same'
    const relation = relationOf(a, b)
    for (const key of PLACED) {
      const [one, other] = [a.outputs?.[key], b.outputs?.[key]]
      if (typeof one !== 'string' || typeof other !== 'string') continue
      return one === other ? 'same' : relation === 'same' ? 'unknown' : 'apart'
    }
    return relation === 'same' && isOtherContainer(a, b) ? 'unknown' : relation
  }
}

/**
 * The outcome of an entry of a former state, and the entry of the later one with its type and ID: `same`
 * if that one holds it, whatever its URN is; `unknown` if it may; `apart` if it is another object; undefined if there is
 * none. Two entries that the former state had beside each other were two objects, unless they were one recorded twice.
 */
export function formerObjects(former: Deployment, later: Deployment): (entry: Resource) => Held | undefined {
  const compare = sameObjectIn(former.resources, later.resources)
  const before = new Set((former.resources ?? []).map(entryKey))
  const byObject = Map.groupBy(
    (later.resources ?? []).filter(({ id }) => id),
    objectKey,
  )
  return (entry) => {
    const found = (byObject.get(objectKey(entry)) ?? []).map((holder): Held => {
      const sameness = compare(entry, holder)
      const wereTwo = before.has(entryKey(holder)) && entryKey(holder) !== entryKey(entry)
      return { holder, sameness: wereTwo && (sameness !== 'same' || !isIdentity(entry)) ? 'apart' : sameness }
    })
    const of = (wanted: Sameness) => found.find(({ sameness }) => sameness === wanted)
    return of('same') ?? of('unknown') ?? of('apart')
  }
}

export type Held = { holder: Resource; sameness: Sameness }

const isWhole = ({ type, id = '' }: Placed): boolean =>
  WHOLE_ID.test(id) || (/^(gcp|google-native):/.test(type) && WHOLE_GOOGLE_ID.test(id))

/** Names a provider, also after a rename of the stack. */
const keyOf = ({ urn, id = '' }: Pick<Resource, 'urn' | 'id'>): string => `${withoutStack(urn)}::${id}`

function referenceKey(provider = ''): string {
  const reference = parseProviderReference(provider)
  return 'error' in reference ? provider : keyOf(reference)
}

type InProvider = readonly [entry: Placed, provider: Resource | undefined]

/** Whether the providers of two entries, both of one version, certainly manage other objects of this type. */
function areApart([a, providerA]: InProvider, [b, providerB]: InProvider): boolean {
  if (!providerA || !providerB || EVERYWHERE.test(a.type)) return false
  const [one, other] = [serversIn(providerA), serversIn(providerB)]
  if (one.size > 0 && other.size > 0) {
    if (![...one].some((server) => other.has(server))) return true
    if (one.size === 1 && other.size === 1) return false
  }
  return Object.keys(providerA.inputs ?? {}).some((key) => {
    if (!LOCATION.test(key) && !(key === 'region' && OF_REGIONS.test(a.type))) return false
    // A resource may have a region or project of its own.
    const [here, there] = [a.inputs?.[key] ?? providerA.inputs?.[key], b.inputs?.[key] ?? providerB.inputs?.[key]]
    return isPlain(here) && isPlain(there) && !sameJson(here, there)
  })
}

/** The addresses of the clusters in a kubeconfig that is not encrypted. */
function serversIn({ inputs }: Resource): Set<string> {
  const text = inputs?.['kubeconfig']
  const found = typeof text === 'string' ? text.matchAll(/\bserver["']?\s*:\s*["']?(https?:[^\s"',}]+)/g) : []
  return new Set([...found].map(([, server = '']) => server))
}

const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'))

/** Whether an input with the container of an object differs. Encrypted values differ each time. */
const isOtherContainer = (a: Placed, b: Placed): boolean =>
  Object.entries(a.inputs ?? {}).some(([key, value]) => {
    const other = b.inputs?.[key]
    return WHERE.test(key) && typeof value === 'string' && typeof other === 'string' && value !== other
  })
