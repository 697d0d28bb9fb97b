import type { Resource } from '../checkpoint.ts'
import type { Finding } from '../integrity.ts'
import { isProviderType, urnName } from '../urn.ts'
import { type Candidate, type Context, type RepairProblem } from './plan.ts'

const SHOWN = 50

/**
 * Several live entries of one URN (GR-13). Entries with one ID are one object recorded twice: all but one are taken out,
 * and never marked for deletion, which would make the next update delete the object.
 */
export function duplicateProblem(context: Context, urn: string, finding: Finding): RepairProblem {
  const entries = (context.byUrn.get(urn) ?? []).filter((at) => !context.resources[at]?.delete)
  const byId = Map.groupBy(entries, (at) => context.resources[at]?.id ?? '')
  const best = [...byId.values()].map((same) => mostComplete(context, same))
  const isOneObject = byId.size === 1
  const candidates = (isOneObject ? entries : best)
    .slice(0, SHOWN)
    .flatMap((keep) => keepCandidates(context, entries, keep))
  const [only] = best
  return {
    id: `duplicate:${urn}`,
    kind: 'duplicate',
    recovery: 'GR-13',
    title: isOneObject
      ? `${urnName(urn)} is recorded ${entries.length} times, each time as the same object.`
      : `${entries.length} entries claim to be ${urnName(urn)}; they stand for ${byId.size} objects.`,
    findings: [finding],
    entries,
    candidates,
    ...(isOneObject && only !== undefined && { suggested: `keep:${only}:remove` }),
    ...(entries.length > SHOWN && { advice: `Only the first ${SHOWN} are offered to be kept.` }),
  }
}

/** The record with the most outputs, then inputs; the first of equal ones. */
function mostComplete({ resources }: Context, same: number[]): number {
  const size = (at: number) => {
    const { outputs, inputs } = resources[at] ?? ({} as Partial<Resource>)
    return Object.keys(outputs ?? {}).length * 1000 + Object.keys(inputs ?? {}).length
  }
  return same.reduce((best, at) => (size(at) > size(best) ? at : best), same[0] ?? -1)
}

function keepCandidates({ resources }: Context, entries: number[], keep: number): Candidate[] {
  const kept = resources[keep]
  const others = entries.filter((at) => at !== keep)
  const sameObject = others.filter((at) => (resources[at]?.id ?? '') === (kept?.id ?? ''))
  const otherObjects = others.filter((at) => (resources[at]?.id ?? '') !== (kept?.id ?? ''))
  const label = `${kept?.id || 'the one without ID'}${sameObject.length > 0 ? ` (entry ${keep + 1})` : ''}`
  const removes = others.flatMap((at) => resources[at]?.urn ?? [])
  const remove: Candidate = {
    id: `keep:${keep}:remove`,
    title: `Keep ${label}, take the other ${others.length === 1 ? 'record' : `${others.length} records`} out of the state`,
    risk:
      otherObjects.length > 0
        ? otherObjects.length === 1
          ? 'The other object stays in the cloud, is billed, and nobody manages it.'
          : `The other ${otherObjects.length} objects stay in the cloud, are billed, and nobody manages them.`
        : 'The object stays tracked by the record that is kept.',
    level: 3,
    action: { do: 'keepOne', keep, remove: others, markDelete: [] },
    removes,
  }
  // Of records of one object only one may be marked, and none whose object another kept record stands for.
  const marked = [
    ...Map.groupBy(
      otherObjects.filter((at) => resources[at]?.id),
      (at) => resources[at]?.id,
    ).values(),
  ].flatMap((same) => same.slice(0, 1))
  if (marked.length === 0) return [remove]
  const isMarked = new Set(marked)
  const unmarked = others.filter((at) => !isMarked.has(at))
  const isProvider = isProviderType(kept?.type ?? '')
  const markDelete: Candidate = {
    id: `keep:${keep}:delete`,
    title: `Keep ${label}, have the next update delete ${marked.length === 1 ? (resources[marked[0] ?? -1]?.id ?? '') : `the other ${marked.length} objects`}`,
    risk: isProvider
      ? 'A provider is no object in the cloud: its entry goes as soon as nothing uses it.'
      : 'The next update deletes these objects in the cloud. Look first which of them is in use.',
    level: 3,
    action: { do: 'keepOne', keep, remove: unmarked, markDelete: marked },
    ...(unmarked.length > 0 && { removes: unmarked.flatMap((at) => resources[at]?.urn ?? []) }),
    ...(!isProvider && { stopAndAsk: 'Which object is in use can only be seen in the cloud.' }),
  }
  return isProvider ? [markDelete, remove] : [remove, markDelete]
}
