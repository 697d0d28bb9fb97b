import { list } from '#words/counts.ts'
import type { Resource } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import { sameJson } from '../json/sameJson.ts'
import { maskProperties, UNKNOWN_VALUE } from '../state/secrets.ts'
import { isProviderType, parseProviderReference, urnName, urnType } from '../state/urn.ts'
import { names, removeOption } from './dangling.ts'
import {
  type RepairOption,
  type Context,
  inEarlier,
  type InputDifference,
  type RepairProblem,
  type Restore,
  restoring,
} from './plan.ts'

/** A provider reference that matches no entry or is invalid, and all its users (GR-12, GR-14). */
export function providerProblem(context: Context, reference: string, findings: IntegrityError[]): RepairProblem {
  const entries = [...new Set(findings.flatMap(({ index }) => index ?? []))]
  const parsed = parseProviderReference(reference)
  const wanted = 'error' in parsed ? undefined : parsed
  const lost = wanted && findProvider(context, reference)
  const offers = [
    ...(wanted ? idOptions(context, wanted, lost?.entry) : []),
    ...(lost?.restore ? [restoreOption(lost, lost.restore)] : []),
    ...presentProviders(context, reference, wanted?.urn, entries, lost?.entry),
    ...(entries.every((at) => isProviderType(context.resources[at]?.type ?? ''))
      ? [withoutProviderOption(context, entries)]
      : []),
    removeOption(context, entries),
  ]
  const isOtherId = findings.some(({ kind }) => kind === 'otherId')
  const hasLostId = offers.some(({ id }) => id === 'takeId')
  const reason = !wanted
    ? 'cannot be read'
    : hasLostId
      ? 'has no ID in the state now'
      : isOtherId
        ? 'has another ID in the state now'
        : 'is not in the state'
  const suggested = offers.find(({ id, stopAndAsk }) => id !== 'remove' && !stopAndAsk)
  return {
    id: `provider:${reference}`,
    kind: 'provider',
    recovery: wanted ? 'restore-provider' : 'fix-entry',
    title: `The provider of ${names(context, entries)} ${reason}: ${reference}.`,
    findings,
    entries,
    options: offers,
    ...(suggested && { suggested: suggested.id }),
  }
}

/**
 * A provider entry that lost its ID while all its users still name the same one. The ID names no object in the cloud: it
 * only connects the provider to its users.
 */
function idOptions(
  { document, resources, byUrn }: Context,
  { urn, id }: { urn: string; id: string },
  former: Resource | undefined,
): RepairOption[] {
  const [at, ...others] = byUrn.get(urn) ?? []
  const entry = resources[at ?? -1]
  if (
    at === undefined ||
    id === '' ||
    id === UNKNOWN_VALUE ||
    others.length > 0 ||
    !entry?.custom ||
    entry.id ||
    entry.delete
  )
    return []
  const operations = (document.deployment.pending_operations ?? []).map(({ resource }) => resource)
  const named = [...resources, ...operations].flatMap(({ provider = '' }) =>
    provider.startsWith(`${urn}::`) ? [provider] : [],
  )
  if (named.some((each) => each !== `${urn}::${id}`)) return []
  const differences = former ? differingInputs(former, entry) : []
  const doubt = doubtOf(differences)
  return [
    {
      id: 'takeId',
      title: `Give ${urnName(urn)} the ID that its users name: ${id}`,
      risk: 'The ID names nothing in the cloud; it only connects the provider to its users. Check that its settings are those that the users were created with.',
      level: 2,
      action: { do: 'set', at, key: 'id', value: id },
      ...(differences.length > 0 && { differences }),
      ...(doubt && { stopAndAsk: doubt }),
    },
  ]
}

function doubtOf(differences: readonly InputDifference[]): string | undefined {
  const places = differences.filter(({ isPlace }) => isPlace).map(({ key }) => key)
  return places.length > 0 ? `Different ${list(places)}.` : undefined
}

/** For providers only: they reach what they provide without another provider. */
export const withoutProviderOption = (context: Context, entries: number[]): RepairOption => ({
  id: 'noProvider',
  title: `Remove the provider of ${names(context, entries)}: a provider needs none itself`,
  risk: 'Nothing is lost.',
  level: 2,
  action: { do: 'noProvider', entries },
})

type Lost = { version: number; at: number; entry: Resource; restore: Restore | undefined }

function findProvider(context: Context, reference: string): Lost | undefined {
  const urn = reference.slice(0, reference.lastIndexOf('::'))
  const former = inEarlier(context, ({ byUrn, resources }) =>
    byUrn.get(urn)?.find((at) => `${urn}::${resources[at]?.id ?? ''}` === reference),
  )
  const entry = former?.index.resources[former.found]
  return former && entry
    ? {
        version: former.index.version,
        at: former.found,
        entry,
        restore: restoring(context, former.index, former.found),
      }
    : undefined
}

function restoreOption({ version, entry, at }: Lost, restore: Restore): RepairOption {
  const isOld = restore.entries.some(({ index, asOld }) => index === at && asOld)
  return {
    id: `restore:${version}`,
    title: `Put ${urnName(entry.urn)} back from version ${version}${isOld ? ', marked as replaced' : ''}`,
    risk: 'The resources use their earlier settings. If that account or those credentials no longer exist, calls fail.',
    level: 2,
    action: restore,
  }
}

/** In the order of GR-12: the same URN first, then others of the package, the most similar first. */
function presentProviders(
  context: Context,
  reference: string,
  urn: string | undefined,
  entries: number[],
  lost: Resource | undefined,
) {
  const wanted = packageOf(context, urn ?? reference, entries)
  const before = referenceBefore(context, entries)
  const offers = context.providers.flatMap((at): (RepairOption & { rank: number })[] => {
    const entry = context.resources[at]
    if (!entry) return []
    if (entries.includes(at) || !entry.id || entry.delete || entry.type !== `pulumi:providers:${wanted}`) return []
    const to = `${entry.urn}::${entry.id}`
    const differences = lost ? differingInputs(lost, entry) : []
    const isSame = entry.urn === urn || entry.urn === reference || to === before
    const doubt = doubtOf(differences) ?? (lost || isSame ? undefined : 'It cannot be compared with the lost one.')
    return [
      {
        rank: (to === before ? 0 : isSame ? 1 : 2) * 1000 + differences.length,
        id: `use:${to}`,
        title: `Use provider “${urnName(entry.urn)}” instead (${entry.id})`,
        risk:
          'With another account, region or cluster everything looks deleted, and a refresh would remove it: preview before any refresh.' +
          (lost ? '' : ' No earlier version has the lost one, so the settings cannot be compared.'),
        level: 2,
        action: { do: 'setProvider', entries, to },
        ...(differences.length > 0 && { differences }),
        ...(doubt && { stopAndAsk: doubt }),
      },
    ]
  })
  return offers
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 20)
    .map(({ rank: _rank, ...option }): RepairOption => option)
}

/** The package by the reference if it is valid, else by the type of a resource that uses it: `aws:s3:Bucket`. */
function packageOf({ resources }: Context, urn: string, entries: number[]): string {
  const type = urnType(urn)
  if (isProviderType(type)) return type.slice('pulumi:providers:'.length)
  const named = /pulumi:providers:([^:]+)/.exec(urn)?.[1]
  return named ?? resources[entries[0] ?? -1]?.type.split(':')[0] ?? ''
}

/** The former provider of the first user, if it still exists. */
function referenceBefore(context: Context, entries: number[]): string | undefined {
  const user = context.resources[entries[0] ?? -1]
  return inEarlier(context, ({ byUrn, resources }) => {
    const reference = resources[byUrn.get(user?.urn ?? '')?.[0] ?? -1]?.provider
    const urn = reference?.slice(0, reference.lastIndexOf('::')) ?? ''
    const isHere = context.byUrn.get(urn)?.some((at) => `${urn}::${context.resources[at]?.id ?? ''}` === reference)
    return isHere ? reference : undefined
  })?.found
}

const PLACE =
  /region|account|project|cluster|endpoint|subscription|tenant|zone|kubeconfig|context|profile|role|host|url/i

/** Inputs that differ, except for versions; secrets are compared, but not shown. */
function differingInputs(lost: Resource, other: Resource): InputDifference[] {
  const [was, is] = [lost.inputs ?? {}, other.inputs ?? {}]
  const [shownWas, shownIs] = [maskProperties(was), maskProperties(is)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => key !== 'version' && key !== '__internal' && !sameJson(was[key], is[key]))
    .map((key) => ({ key, was: shownWas[key], is: shownIs[key], isPlace: PLACE.test(key) }))
    .toSorted((a, b) => Number(b.isPlace) - Number(a.isPlace))
}
