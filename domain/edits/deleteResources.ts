import type { EditProblem } from '#contract/edits.ts'
import { counted, list, number, plural } from '#words/counts.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { isProviderType, urnName } from '../state/urn.ts'
import { editValid, error, type StateEdit, warning } from './edit.ts'
import { edgesOf, providerOf } from './references.ts'
import { findEntry, type Target } from './targets.ts'

export type DeleteOptions = {
  /** Also deletes protected entries. */
  force?: boolean
  /** Also deletes the dependents; without it, deleting an entry with dependents is refused. */
  withDependents?: boolean
}

/**
 * Removes entries from the state like `pulumi state delete`: the cloud is not touched (docs/state.md, Delete). Pending
 * operations stay; remaining mentions of a removed entry are reported as problems.
 */
export function deleteResources(
  base: StateDocument,
  targets: readonly Target[] | 'all',
  { force = false, withDependents = false }: DeleteOptions = {},
): StateEdit {
  return editValid(base, (document, draft) => {
    const resources = document.deployment.resources ?? []
    const problems: EditProblem[] = []
    const selected = new Set<number>(targets === 'all' ? resources.keys() : [])
    for (const target of targets === 'all' ? [] : targets) {
      const found = findEntry(resources, target)
      if ('at' in found) selected.add(found.at)
      else problems.push(found.problem)
    }
    if (problems.length > 0) return { draft, problems }
    problems.push(...protection(resources, selected, force))
    const dependents = dependentsOf(resources, selected)
    if (dependents.length > 0 && !withDependents) problems.push(hasDependents(resources, selected, dependents))
    else problems.push(...protection(resources, dependents, force))
    const gone = new Set([...selected, ...dependents])
    const kept = draft.filter(({ at }) => !gone.has(at))
    return { draft: kept, problems: [...problems, ...consequences(document, gone)] }
  })
}

/**
 * The dependents of the selected entries, in list order, in one pass (docs/state.md, Delete). A remaining earlier entry
 * with the same URN satisfies a reference; a reference to a provider must match exactly.
 */
export function dependentsOf(resources: Resource[], selected: ReadonlySet<number>): number[] {
  const going = new Set<string>()
  const goingProviders = new Set<string>()
  const staying = new Set<string>()
  const stayingProviders = new Set<string>()
  const found: number[] = []
  const isLost = (urn: string) => going.has(urn) && !staying.has(urn)
  const isLostProvider = (reference: string) => goingProviders.has(reference) && !stayingProviders.has(reference)
  for (const [at, entry] of resources.entries()) {
    let goes = selected.has(at)
    if (!goes && going.size > 0) {
      const provider = providerOf(entry)
      goes =
        edgesOf(entry).some(({ target }) => isLost(target)) ||
        (provider !== undefined && isLostProvider(`${provider.urn}::${provider.id}`))
      if (goes) found.push(at)
    }
    ;(goes ? going : staying).add(entry.urn)
    if (isProviderType(entry.type)) (goes ? goingProviders : stayingProviders).add(`${entry.urn}::${entry.id ?? ''}`)
  }
  return found
}

function protection(resources: Resource[], entries: Iterable<number>, force: boolean): EditProblem[] {
  const urns = [...entries].flatMap((at) => (resources[at]?.protect ? [resources[at].urn] : []))
  if (urns.length === 0) return []
  const names = listed(urns)
  return force
    ? [warning('protected', `Protected and removed all the same, because it was forced: ${names}.`, urns)]
    : [
        error(
          'protected',
          `It cannot be removed safely because it is protected: ${names}. Unprotect it, or force the removal.`,
          urns,
        ),
      ]
}

function hasDependents(resources: Resource[], selected: ReadonlySet<number>, dependents: number[]): EditProblem {
  const urns = dependents.flatMap((at) => resources[at]?.urn ?? [])
  const targets = [...selected].flatMap((at) => resources[at]?.urn ?? [])
  return error(
    'hasDependents',
    `${listed(targets)} can’t be removed: ${counted(urns.length, 'resource')} ${plural(urns.length, 'depends', 'depend')} on it: ${listed(urns)}. Remove ${plural(urns.length, 'it', 'them')} first, or as well.`,
    urns,
  )
}

/** What the removal leaves behind: in the cloud, and in parts of the state that no verifier checks. */
function consequences({ deployment }: StateDocument, gone: ReadonlySet<number>): EditProblem[] {
  const resources = deployment.resources ?? []
  const inCloud: string[] = []
  const left = new Set<string>()
  const tracked = new Set<string>()
  for (const [at, { urn, id = '' }] of resources.entries()) {
    if (gone.has(at)) continue
    left.add(urn)
    tracked.add(`${urn} ${id}`)
  }
  for (const at of gone) {
    const { urn = '', custom, id, type = '', external } = resources[at] ?? {}
    // The object of an old entry may be that of the live one, which stays.
    if (custom && id && !external && !isProviderType(type) && !tracked.has(`${urn} ${id}`)) inCloud.push(urn)
  }
  const lost = new Set([...gone].flatMap((at) => resources[at]?.urn ?? []).filter((urn) => !left.has(urn)))
  const problems: EditProblem[] = []
  if (inCloud.length > 0) {
    problems.push(
      warning(
        'leftInCloud',
        `What ${listed(inCloud)} ${plural(inCloud.length, 'refers', 'refer')} to stays in the cloud, costs money, and becomes untracked.`,
        inCloud,
      ),
    )
  }
  const views = resources.flatMap(({ urn, viewOf }, at) => (!gone.has(at) && viewOf && lost.has(viewOf) ? [urn] : []))
  if (views.length > 0)
    problems.push(warning('dangling', `A view of a removed resource stays: ${listed(views)}.`, views))
  const pending = (deployment.pending_operations ?? [])
    .map(({ resource }) => resource)
    .filter((resource) => {
      const provider = providerOf(resource)
      return (
        lost.has(resource.urn) ||
        edgesOf(resource).some(({ target }) => lost.has(target)) ||
        (provider && lost.has(provider.urn))
      )
    })
    .map(({ urn }) => urn)
  if (pending.length > 0) {
    problems.push(
      warning('dangling', `A pending operation that names a removed resource stays: ${listed(pending)}.`, pending),
    )
  }
  const snippets = (deployment.snippets ?? [])
    .flatMap(({ references }) => Object.values(references ?? {}))
    .filter((urn) => lost.has(urn))
  if (snippets.length > 0)
    problems.push(warning('dangling', `A snippet still refers to ${listed(snippets)}.`, snippets))
  return problems
}

/** Names for a sentence: the first few, and the number of the others. */
export function listed(urns: readonly string[]): string {
  const names = urns.slice(0, 5).map(urnName)
  return list(urns.length > 5 ? [...names, `${number(urns.length - 5)} more`] : names)
}
