import { counted, number, plural } from '#words/counts.ts'
import type { Resource } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import { listed } from '../edits/deleteResources.ts'
import { edgesOf } from '../edits/references.ts'
import { aliasLine } from '../edits/renameResource.ts'
import { childQualifiedType, isProviderType, makeUrn, parseUrn, urnName, urnType } from '../state/urn.ts'
import { alsoTrackedBy, type RepairOption, type Context, type RepairProblem } from './plan.ts'

const SHOWN = 50

/**
 * Several live entries with one URN (GR-13). Entries with the same ID are one object recorded twice: all but one are
 * removed, and never marked for deletion, as the next update would then delete the object.
 */
export function duplicateProblem(context: Context, urn: string, finding: IntegrityError): RepairProblem {
  const entries = (context.byUrn.get(urn) ?? []).filter((at) => !context.resources[at]?.delete)
  const byId = Map.groupBy(entries, (at) => context.resources[at]?.id ?? '')
  const best = [...byId.values()].map((same) => bestRecord(context, same))
  const isOneObject = byId.size === 1
  const elsewhere = new Map(
    entries.map((at) => [at, context.resources[at] && alsoTrackedBy(context, context.resources[at])?.urn]),
  )
  const options = (isOneObject ? entries : best)
    .slice(0, SHOWN)
    .flatMap((keep) => keepOptions(context, { entries, elsewhere }, keep))
  // Under another URN, the next update would delete what another entry tracks too with one of the two.
  const fitting = isOneObject ? [] : entries.filter((at) => !elsewhere.get(at)).slice(0, SHOWN)
  options.push(...fitting.flatMap((at) => fitOption(context, at) ?? []))
  const [only] = best
  return {
    id: `duplicate:${urn}`,
    kind: 'duplicate',
    recovery: 'resolve-duplicates',
    title: isOneObject
      ? `${urnName(urn)} is recorded ${entries.length} times with the same ID.`
      : `${entries.length} entries have the URN of ${urnName(urn)}, with ${byId.size} different IDs.`,
    findings: [finding],
    entries,
    options,
    ...(isOneObject && only !== undefined && { suggested: `keep:${only}:remove` }),
    ...(entries.length > SHOWN && { advice: `You can choose one of the first ${SHOWN} to keep.` }),
  }
}

/**
 * The record of an object to keep: one by which the engine knows that it exists and is managed, so that it does not create
 * it again; then with the type in its URN, then the most outputs, then the most inputs, then without
 * a reference to itself; the first of equal ones.
 */
function bestRecord({ resources }: Context, same: number[]): number {
  const rank = (at: number): number[] => {
    const entry = resources[at]
    if (!entry) return []
    const { urn, type, outputs, inputs, pendingReplacement, external } = entry
    const exists = !pendingReplacement && !external
    const isOwnType = type === urnType(urn)
    const isSelfContained = edgesOf(entry).every(({ target }) => target !== urn)
    return [Number(exists), Number(isOwnType), keyCount(outputs), keyCount(inputs), Number(isSelfContained)]
  }
  return same.reduce((best, at) => (isHigher(rank(at), rank(best)) ? at : best), same[0] ?? -1)
}

const keyCount = (properties: Resource['inputs']): number => Object.keys(properties ?? {}).length

const isHigher = (a: number[], b: number[]): boolean => {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Entries of one URN. `elsewhere`: the URN of another entry that tracks the object of one, by place in the list. */
type Duplicates = { entries: number[]; elsewhere: ReadonlyMap<number, string | undefined> }

function keepOptions({ resources }: Context, { entries, elsewhere }: Duplicates, keep: number): RepairOption[] {
  const kept = resources[keep]
  const others = entries.filter((at) => at !== keep)
  const sameObject = others.filter((at) => (resources[at]?.id ?? '') === (kept?.id ?? ''))
  const otherObjects = others.filter((at) => (resources[at]?.id ?? '') !== (kept?.id ?? ''))
  const label = `${kept?.id || 'the one without an ID'}${sameObject.length > 0 ? ` (entry ${keep + 1})` : ''}`
  const removes = others.flatMap((at) => resources[at]?.urn ?? [])
  const remove: RepairOption = {
    id: `keep:${keep}:remove`,
    title: `Keep ${label}, remove ${plural(others.length, 'the other entry', `the other ${number(others.length)} entries`)} from the state`,
    risk: riskOfRemoval(otherObjects, elsewhere),
    level: 3,
    action: { do: 'keepOne', keep, remove: others, markDelete: [] },
    removes,
  }
  // Of several records of one object only one may be marked for deletion, and none if another live entry has the same
  // object, under this URN or another.
  const marked = [
    ...Map.groupBy(
      otherObjects.filter((at) => resources[at]?.id && !elsewhere.get(at)),
      (at) => resources[at]?.id,
    ).values(),
  ].flatMap((same) => same.slice(0, 1))
  if (marked.length === 0) return [remove]
  const isMarked = new Set(marked)
  const unmarked = others.filter((at) => !isMarked.has(at))
  const isProvider = isProviderType(kept?.type ?? '')
  const markDelete: RepairOption = {
    id: `keep:${keep}:delete`,
    title: `Keep ${label}, let the next update delete ${plural(marked.length, resources[marked[0] ?? -1]?.id ?? '', `the other ${number(marked.length)} resources`)}`,
    risk: isProvider
      ? 'A provider does not exist in the cloud: its entry is removed as soon as nothing uses it.'
      : 'The next update deletes these resources in the cloud. Check first which one is in use.',
    level: 3,
    action: { do: 'keepOne', keep, remove: unmarked, markDelete: marked },
    ...(unmarked.length > 0 && { removes: unmarked.flatMap((at) => resources[at]?.urn ?? []) }),
    ...(!isProvider && { stopAndAsk: 'Only the cloud can show which one is in use.' }),
  }
  return isProvider ? [markDelete, remove] : [remove, markDelete]
}

/** What happens to the objects of entries that are removed. */
function riskOfRemoval(otherObjects: number[], elsewhere: Duplicates['elsewhere']): string {
  if (otherObjects.length === 0) return 'The resource stays tracked by the entry that is kept.'
  const tracked = otherObjects.flatMap((at) => elsewhere.get(at) ?? [])
  const lost = otherObjects.length - tracked.length
  if (lost === 0)
    return `The other ${plural(tracked.length, 'resource stays', 'resources stay')} tracked as ${listed(tracked)}.`
  if (tracked.length > 0)
    return `${counted(lost, 'resource')} ${plural(lost, 'keeps', 'keep')} running untracked and billed.`
  return plural(
    lost,
    'The other resource keeps running untracked and billed.',
    `The other ${number(lost)} resources keep running untracked and billed.`,
  )
}

/**
 * For an entry whose URN does not match its parent: the URN that does, which keeps the entry in the state. `pulumi
 * state repair` assigns it to every such entry without asking.
 */
function fitOption({ resources, byUrn }: Context, at: number): RepairOption | undefined {
  const { urn, parent = '' } = resources[at] ?? { urn: '' }
  const parts = parseUrn(urn)
  if (!parts) return undefined
  const parentType = byUrn.has(parent) ? (parseUrn(parent)?.qualifiedType ?? '') : ''
  const fitting = makeUrn({ ...parts, qualifiedType: childQualifiedType(parentType, parts.type) })
  if (byUrn.has(fitting)) return undefined
  return {
    id: `fit:${at}`,
    title: `Give entry ${at + 1} the URN that matches its parent: ${fitting}`,
    risk: 'Both resources stay in the state. If the program has no resource with this URN, its next update deletes it.',
    level: 3,
    action: { do: 'set', at, key: 'urn', value: fitting },
    urnsChanged: [{ from: urn, to: fitting, alias: aliasLine(fitting) }],
  }
}
