import type { EditProblem } from '#contract/edits.ts'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { type Deployment, magicOf, type Resource, type StateDocument } from '../state/checkpoint.ts'
import { type IntegrityError, verify } from '../state/integrity.ts'
import { migrate } from '../state/migration.ts'
import { highest } from '../plan/stakes.ts'
import { type Verdict, verdictOf } from '../plan/verdict.ts'
import { dependentsOf, listed } from '../edits/deleteResources.ts'
import { applyDraft, type DraftEntry, error, refused, type StateEdit, warning } from '../edits/edit.ts'
import { withExtensionsOf } from '../edits/moveExtensions.ts'
import { edgesOf, isEdge, mapEdges, renameBeside, renameMentions } from '../edits/references.ts'
import type { Place } from '../state/typing.ts'
import { isProviderType } from '../state/urn.ts'
import { findRepairs } from './findRepairs.ts'
import type { Choice, EarlierVersion, RepairAction, RepairProblem } from './plan.ts'
import { sortExactly } from './sort.ts'

/** `valid`: both verifiers accept it; `better`: still invalid, but strictly less so; `refused`: nothing was changed. */
export type RepairEdit = StateEdit & {
  verdict: Verdict['is']
  left: IntegrityError[]
  /** The highest level of the chosen options. */
  level: ConfirmationLevel
}

/**
 * Carries out the user's choices from `findRepairs` of the same document and earlier versions. The list is sorted if
 * necessary; nothing else is changed (docs/recovery.md, Rules of a write). Every removed entry is reported.
 */
export function applyRepairs(
  base: StateDocument,
  choices: readonly Choice[],
  earlier: readonly EarlierVersion[] = [],
): RepairEdit {
  const document = migrate(base)
  const plan = findRepairs(document, earlier)
  const stop = (problems: EditProblem[]): RepairEdit => ({
    ...refused(base, problems),
    verdict: 'refused',
    left: plan.findings,
    level: 0,
  })
  const { actions, levels, missing } = chosenOptions(plan.problems, choices)
  if (missing) return stop([missing])
  const work = newWork(document, earlier)
  for (const action of actions) carryOut(work, action)
  const draft = inOrder(withoutRemoved(work, renamedAll(work)))
  editBeside(work)
  editSnippets(work)
  const result = applyDraft(document, draft, work.beside)
  const problems = consequences(result.changed.removed, draft)
  const left = verify(result.document.deployment)
  const verdict = verdictOf(document, result.document, result.changed.urnsChanged)
  const level = highest(levels)
  switch (verdict.is) {
    case 'valid': {
      const { metadata } = result.document.deployment
      const isNoted = metadata && Object.hasOwn(metadata, 'integrity_error')
      if (isNoted && plan.findings.length > 0)
        problems.push(warning('oldNote', 'The note about the integrity error in the metadata is now out of date.'))
      return { ...result, problems, verdict: 'valid', left, level }
    }
    case 'better': {
      const message = `${verdict.after.length} of ${verdict.before.length} errors remain: no update can run yet.`
      return { ...result, problems: [...problems, warning('stillInvalid', message)], verdict: 'better', left, level }
    }
    case 'refused': {
      const message = `The result would be no better, so nothing was changed: ${verdict.after[0]}.`
      return stop([error('stillInvalid', message)])
    }
  }
}

/** The actions and levels of the chosen options; `missing` if one of them is no longer offered. */
function chosenOptions(problems: readonly RepairProblem[], choices: readonly Choice[]) {
  const levels: ConfirmationLevel[] = []
  const actions: RepairAction[] = []
  for (const { problem, option, only } of choices) {
    const chosen = problems.find(({ id }) => id === problem)?.options.find(({ id }) => id === option)
    if (!chosen) {
      const message = `This repair is no longer available: ${option} for ${problem}. Check the state again.`
      return { actions, levels, missing: error('noOption', message) }
    }
    levels.push(chosen.level)
    actions.push(only ? restrict(chosen.action, new Set(only)) : chosen.action)
  }
  return { actions, levels }
}

const newWork = (document: StateDocument, earlier: readonly EarlierVersion[]): Work => ({
  document,
  entries: [...(document.deployment.resources ?? [])],
  restored: new Map(),
  beside: {},
  earlier,
  removed: new Set(),
  records: new Set(),
  renamed: new Map(),
  snippets: new Map(),
  places: [],
})

type Work = {
  document: StateDocument
  /** By index in the base. */
  entries: Resource[]
  /** Entries restored from earlier versions, by URN and ID. */
  restored: Map<string, Resource>
  beside: Partial<Deployment>
  earlier: readonly EarlierVersion[]
  /** Removed last: an entry that another choice repairs is not removed. */
  removed: Set<number>
  /** Duplicate records of an object: their dependents are kept. */
  records: Set<number>
  /** Renamed last: until then all names are as in the plan. */
  renamed: Map<string, string>
  /** By index; undefined removes one. */
  snippets: Map<number, string | undefined>
  /** Changes beside the entries; an undefined value is taken out. */
  places: { place: Place; value: unknown }[]
}

/** The same action for some of the entries only; actions without entries are unchanged. */
function restrict(action: RepairAction, only: ReadonlySet<number>): RepairAction {
  if ('cuts' in action && action.do !== 'cutAndRebuild')
    return { ...action, cuts: action.cuts.filter(({ at }) => only.has(at)) }
  return 'entries' in action && action.do !== 'restore'
    ? { ...action, entries: action.entries.filter((at) => only.has(at)) }
    : action
}

function carryOut(work: Work, action: RepairAction): void {
  switch (action.do) {
    case 'sort':
      return // done with any repair
    case 'cut':
      return cut(work, action.cuts, () => undefined)
    case 'repoint':
      return cut(work, action.cuts, () => action.to)
    case 'cutAndRebuild':
      for (const [from, to] of action.urns) work.renamed.set(from, to)
      return cut(work, action.cuts, () => undefined)
    case 'dropEmpty':
      return change(work, action.entries, withoutEmpty)
    case 'setProvider':
      return change(work, action.entries, (resource) => ({ ...resource, provider: action.to }))
    case 'noProvider':
      return change(work, action.entries, (resource) => without(resource, 'provider'))
    case 'set':
      return change(work, [action.at], (resource) =>
        action.value === undefined ? without(resource, action.key) : { ...resource, [action.key]: action.value },
      )
    case 'place':
      for (const each of action.changes.toSorted(innermostFirst)) {
        const [key, at, ...path] = each.place
        if (key === 'resources')
          change(work, [Number(at)], (resource) => withValue(resource, path, each.value) as Resource)
        else work.places.push(each)
      }
      return
    case 'keepOne':
      change(work, action.markDelete, (resource) => ({ ...resource, delete: true }))
      for (const at of action.remove) work.records.add(at)
      // A reference to its own URN meant the other record, which is removed.
      return change(work, [action.keep], (resource) =>
        mapEdges(resource, ({ target }) => (target === resource.urn ? undefined : target)),
      )
    case 'remove':
      for (const at of action.entries) work.removed.add(at)
      return
    case 'restore':
      return restore(work, action)
    case 'magic': {
      const { manifest } = work.document.deployment
      work.beside = { ...work.beside, manifest: { ...manifest, magic: magicOf(manifest?.version ?? '') } }
      return
    }
    case 'snippet':
      work.snippets.set(action.index, action.uuid)
  }
}

type Cuts = Extract<RepairAction, { do: 'cut' }>['cuts']

function cut(work: Work, cuts: Cuts, to: () => string | undefined): void {
  for (const { at, edges } of cuts) {
    change(work, [at], (resource) =>
      mapEdges(resource, (edge) => (edges.some((each) => isEdge(each, edge)) ? to() : edge.target)),
    )
  }
}

function change({ entries }: Work, which: readonly number[], edit: (resource: Resource) => Resource): void {
  for (const at of which) {
    const resource = entries[at]
    if (resource) entries[at] = edit(resource)
  }
}

/** Removes empty texts from the dependencies; a list with nothing else is removed as well. */
function withoutEmpty(resource: Resource): Resource {
  const { dependencies, propertyDependencies } = resource
  const isEmpty = (urn: string) => urn === ''
  const cleaned = (urns: string[]) => urns.filter((urn) => !isEmpty(urn))
  let copy = resource
  if (dependencies?.some(isEmpty)) {
    const list = cleaned(dependencies)
    copy = list.length > 0 ? { ...copy, dependencies: list } : without(copy, 'dependencies')
  }
  const byProperty = Object.entries(propertyDependencies ?? {})
  if (byProperty.some(([, urns]) => urns?.some(isEmpty))) {
    const kept = byProperty.flatMap(([property, urns]) => {
      const list = urns?.some(isEmpty) ? cleaned(urns) : urns
      return list !== urns && list?.length === 0 ? [] : [[property, list] as const]
    })
    copy =
      kept.length > 0
        ? { ...copy, propertyDependencies: Object.fromEntries(kept) }
        : without(copy, 'propertyDependencies')
  }
  return copy
}

function without(resource: Resource, key: string): Resource {
  const copy = { ...resource }
  delete copy[key]
  return copy
}

/** Replaces a nested value, or takes it out if undefined. */
function withValue(container: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(container)) {
    const inner = withValue(container[Number(key)], rest, value)
    return inner === undefined ? container.toSpliced(Number(key), 1) : container.with(Number(key), inner)
  }
  const entries = Object.entries(container ?? {})
  const isNew = value !== undefined && !entries.some(([each]) => each === String(key))
  return Object.fromEntries(
    [...entries, ...(isNew ? [[String(key), undefined] as const] : [])].flatMap(([each, part]) => {
      const changed = each === String(key) ? withValue(part, rest, value) : part
      return changed === undefined ? [] : [[each, changed] as const]
    }),
  )
}

/** Items are taken out of a list from its end, so that other places stay valid; what is inside of them changes before. */
const innermostFirst = (a: { place: Place }, b: { place: Place }): number =>
  b.place.length - a.place.length || Number(b.place.at(-1)) - Number(a.place.at(-1)) || 0

/** Changes beside the entries, after those of names. */
function editBeside({ places, beside, document }: Work): void {
  for (const { place, value } of places.toSorted(innermostFirst)) {
    const [key = '', ...path] = place
    beside[key] = withValue(beside[key] ?? document.deployment[key], path, value)
  }
}

/** Entries restored by several choices are added once. */
function restore(work: Work, { version, entries }: Extract<RepairAction, { do: 'restore' }>): void {
  const { document, beside, earlier, restored } = work
  const former = earlier.find((each) => each.version === version)
  for (const { index, asOld } of entries) {
    const entry = former?.deployment.resources?.[index]
    if (!entry) continue
    restored.set(`${entry.urn}::${entry.id ?? ''}`, asOld && !entry.delete ? { ...entry, delete: true } : entry)
  }
  if (!former) return
  const back = entries.flatMap(({ index }) => former.deployment.resources?.[index] ?? [])
  const extensions = withExtensionsOf({ ...document.deployment, ...beside }, former.deployment, back)
  if (extensions) beside.extensions = extensions
}

/** The list with restored entries, which come before the first entry that refers to anything. */
function renamedAll(work: Work): DraftEntry[] {
  const draft = work.entries.map((resource, at): DraftEntry => ({ at, resource }))
  const firstUser = draft.findIndex(({ resource }) => resource.provider !== undefined || edgesOf(resource).length > 0)
  const back = [...work.restored.values()].map((resource): DraftEntry => ({ at: -1, resource }))
  const all = draft.toSpliced(Math.max(firstUser, 0), 0, ...back)
  if (work.renamed.size === 0) return all
  const rename = (urn: string) => work.renamed.get(urn) ?? urn
  work.beside = { ...work.beside, ...renameBeside(work.document, rename) }
  return all.map(({ at, resource }) => ({ at, resource: renameMentions(resource, rename) }))
}

/** The list without the entries to remove and their dependents. */
function withoutRemoved({ removed, records }: Work, all: DraftEntry[]): DraftEntry[] {
  const draft = records.size > 0 ? all.filter(({ at }) => !records.has(at)) : all
  if (removed.size === 0) return draft
  const selected = new Set(draft.flatMap(({ at }, index) => (removed.has(at) ? [index] : [])))
  const resources = draft.map(({ resource }) => resource)
  const gone = new Set([...selected, ...dependentsOf(resources, selected)])
  return draft.filter((_, index) => !gone.has(index))
}

function editSnippets(work: Work): void {
  if (work.snippets.size === 0) return
  const snippets = work.beside.snippets ?? work.document.deployment.snippets ?? []
  work.beside.snippets = snippets.flatMap((snippet, index) => {
    if (!work.snippets.has(index)) return [snippet]
    const uuid = work.snippets.get(index)
    return uuid === undefined ? [] : [{ ...snippet, uuid }]
  })
}

/** Sorts only if an engine objects to the order; a list that it accepts stays as it is. */
function inOrder(draft: DraftEntry[]): DraftEntry[] {
  const resources = draft.map(({ resource }) => resource)
  if (!verify({ resources }).some(({ kind }) => kind === 'order')) return draft
  const sorted = sortExactly(resources)
  return sorted.ok ? sorted.order.flatMap((at) => draft[at] ?? []) : draft
}

/** Reports what removed entries leave behind: objects that stay in the cloud, and those that another entry records. */
function consequences(removed: Resource[], draft: DraftEntry[]): EditProblem[] {
  // The same object has the same ID and either the same URN (whatever type a record claims) or the same type.
  const tracked = new Set(draft.flatMap(({ resource: { type, urn, id = '' } }) => [`${type} ${id}`, `${urn} ${id}`]))
  const isTracked = ({ type, urn, id }: Resource) =>
    id !== undefined && (tracked.has(`${type} ${id}`) || tracked.has(`${urn} ${id}`))
  const isLost = (each: Resource) => Boolean(each.custom && each.id) && !isProviderType(each.type) && !isTracked(each)
  const lost = removed.filter(isLost).map(({ urn }) => urn)
  const others = removed.filter((each) => !isLost(each)).map(({ urn }) => urn)
  return [
    ...(lost.length > 0
      ? [warning('forgotten', `${listed(lost)} left the state and keeps running, untracked and billed.`, lost)]
      : []),
    ...(others.length > 0
      ? [warning('removed', `${listed(others)} left the state; no resource becomes untracked.`, others)]
      : []),
  ]
}
