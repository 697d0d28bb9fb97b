import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { oldTwins } from '../state/oldTwins.ts'
import { pluginOf } from '../state/providerPlugin.ts'
import { isProviderType } from '../state/urn.ts'
import { listed } from '../edits/deleteResources.ts'
import type { Changes } from '../edits/edit.ts'
import { ciphertextsIn } from '../edits/sealed.ts'

/**
 * The confirmation level of a change by itself, the reasons for it, and what to ask someone about first
 * (docs/recovery.md, Confirmation levels).
 */
export type Stakes = { level: ConfirmationLevel; because: string[]; stopAndAsk: string[] }

type Reason = { level: ConfirmationLevel; why: string; ask?: string }

/** Whether the entry manages an object outside of the state. */
export const isInCloud = ({ custom, external, type, id }: Resource): boolean =>
  custom === true && !external && Boolean(id) && !isProviderType(type)

/** The stakes of a manual change. A guided recovery states the level of each of its options itself. */
export function stakesOf(base: StateDocument, after: StateDocument, changed: Changes): Stakes {
  const reasons = [...ofEntries(base, changed), ...ofPending(base, after)]
  const level = highest([1, ...reasons.map((reason) => reason.level)])
  return {
    level,
    because: reasons.filter((reason) => reason.level === level).map(({ why }) => why),
    stopAndAsk: reasons.flatMap(({ ask }) => ask ?? []),
  }
}

/** What to ask about before such a change of entries, for any kind of write. */
export const cautionsOf = (base: StateDocument, changed: Changes): string[] =>
  ofEntries(base, changed).flatMap(({ ask }) => ask ?? [])

/** The highest of the levels; 0 if there are none. */
export const highest = (levels: readonly ConfirmationLevel[]): ConfirmationLevel =>
  levels.reduce<ConfirmationLevel>((top, level) => (level > top ? level : top), 0)

const ofEntries = (base: StateDocument, changed: Changes): Reason[] => [
  ...ofRemoved(base, changed),
  ...ofLiveTwins(base, changed),
  ...ofProtected(changed),
  ...ofAdded(changed),
  ...ofChanged(changed),
  ...(changed.urnsChanged.length > 0
    ? [{ level: 2, why: 'A URN changes: unless the program follows, the next update replaces the resource.' } as const]
    : []),
]

function ofRemoved(base: StateDocument, changed: Changes): Reason[] {
  const { isAll, isMany } = inCloud(base, changed)
  const [what, next] = lossOf(base, changed)
  if (what === undefined || next === undefined) return []
  return [{ level: isMany ? 3 : 2, why: what }, ...(isMany && isAll ? [{ level: 3, why: next } as const] : [])]
}

/** Up to this many are no mass loss, and named. */
const MOST_NAMED = 3

/** The cloud resources that would leave the state; whether these are all in it, and whether that is a mass loss. */
function inCloud(base: StateDocument, { removed }: Changes) {
  const gone = removed.filter(isInCloud)
  const all = (base.deployment.resources ?? []).filter(isInCloud).length
  return { gone, all, isAll: gone.length === all, isMany: gone.length > Math.max(MOST_NAMED, all / 5) }
}

/** What becomes of cloud resources that would leave the state, and what the next update does then; empty without any. */
export function lossOf(base: StateDocument, changed: Changes): string[] {
  const { gone, all, isAll, isMany } = inCloud(base, changed)
  const { removed } = changed
  if (gone.length === 0) return []
  const them = plural(gone.length, 'it', 'them')
  const running =
    gone.length === removed.length ? 'They keep' : `${number(all)} of them are cloud resources, which keep`
  const what = !isMany
    ? untracked(gone.map(({ urn }) => urn))
    : isAll
      ? `All ${number(removed.length)} resources would be removed from the state. ${running} running, untracked.`
      : `${number(gone.length)} of ${number(all)} resources would be removed from the state and keep running untracked.`
  const next = isAll
    ? 'The next pulumi up of this stack’s program would'
    : `If the program still has ${them}, the next pulumi up would`
  return [
    what,
    `${next} create ${them} again, or fail because ${plural(gone.length, 'its name is', 'their names are')} taken.`,
  ]
}

/** The same in numbers, for where it is confirmed; empty if no resource leaves the state. */
export function lossInShort({ removed }: Changes): string[] {
  const [all, gone] = [removed.length, removed.filter(isInCloud).length]
  if (all === 0) return []
  const leave = `${counted(all, 'resource')} ${plural(all, 'leaves', 'leave')} the state`
  if (gone === 0) return [`${leave}.`]
  if (gone === all) return [`${leave} and ${plural(gone, 'keeps', 'keep')} running, untracked.`]
  return [
    `${leave}; the ${plural(gone, 'one', number(gone))} in the cloud ${plural(gone, 'keeps', 'keep')} running, untracked.`,
  ]
}

const untracked = (urns: string[]): string =>
  `What ${listed(urns)} ${plural(urns.length, 'refers', 'refer')} to keeps running untracked.`

/** Live entries that would go, while an old entry with the same ID stays and is deleted by the next update. */
function ofLiveTwins({ deployment }: StateDocument, { removed }: Changes): Reason[] {
  const gone = new Set(removed)
  const resources = deployment.resources ?? []
  const names = listed(
    oldTwins(deployment).flatMap(({ old, live }) => {
      const [former, present] = [resources[old], resources[live]]
      return former && present && gone.has(present) && !gone.has(former) ? [present.urn] : []
    }),
  )
  if (names === '') return []
  const why = `An old entry of ${names} with the same ID stays: the next update deletes the resource.`
  return [{ level: 3, why, ask: `${why} Remove the old entry instead.` }]
}

function ofProtected({ removed }: Changes): Reason[] {
  const names = listed(removed.filter(({ protect }) => protect).map(({ urn }) => urn))
  if (names === '') return []
  const why = `${names} would leave the state although it is protected.`
  return [{ level: 2, why, ask: `Protected: ${names}. Find out why before its entry leaves the state.` }]
}

function ofAdded({ added }: Changes): Reason[] {
  const come = added.filter(isInCloud).map(({ urn }) => urn)
  if (come.length === 0) return []
  const [names, them] = [listed(come), plural(come.length, 'it', 'them')]
  const why = `This stack would manage ${names} from now on: the next update may change or delete ${them}.`
  const ask = `Check that ${names} ${plural(come.length, 'exists in the cloud and belongs', 'exist in the cloud and belong')} to this stack.`
  return [{ level: 3, why, ask }]
}

function ofChanged({ changed }: Changes): Reason[] {
  const found: Reason[] = []
  const where = (differs: (before: Resource, after: Resource) => boolean): string[] =>
    changed.filter(({ before, after }) => differs(before, after)).map(({ after }) => after.urn)
  const add = (urns: string[], level: ConfirmationLevel, why: (names: string) => string, ask?: string) => {
    if (urns.length > 0) found.push({ level, why: why(listed(urns)), ...(ask !== undefined && { ask }) })
  }
  const text = (value: string | undefined): string => value ?? ''
  add(
    where((a, b) => !a.delete && b.delete === true && isInCloud(b)),
    3,
    (names) => `${names} would be marked as old: the next update deletes the object in the cloud.`,
    'Marking an entry for deletion deletes the object with its ID at the next update, also when a live entry has the same ID.',
  )
  add(
    where((a, b) => Boolean(a.id) && text(a.id) !== text(b.id)),
    2,
    (names) => `${names} would refer to another resource: its ID changes.`,
    'The ID changes: the previous resource becomes untracked.',
  )
  add(
    where((a, b) => text(a.provider) !== text(b.provider)),
    2,
    (names) => `${names} would be managed through another provider.`,
    'Another provider may use another account or region, where the resource does not exist: preview before any refresh.',
  )
  add(
    where((a, b) => a.protect === true && !b.protect),
    2,
    (names) => `Protection from deletion is removed from ${names}.`,
  )
  add(
    where((a, b) => !a.taint && b.taint === true),
    2,
    (names) => `The next update replaces ${names}.`,
  )
  add(
    where((a, b) => a.retainOnDelete === true && !b.retainOnDelete),
    2,
    (names) => `A deletion of ${names} would no longer keep the resource.`,
  )
  for (const key of ['type', 'custom', 'external', 'delete', 'pendingReplacement'] as const) {
    add(
      where((a, b) => (a[key] || false) !== (b[key] || false)),
      2,
      (names) => `“${key}” of ${names} changes, which decides what the engine does with it.`,
    )
  }
  add(
    where((a, b) => !sameJson([...ciphertextsIn(a)], [...ciphertextsIn(b)])),
    2,
    (names) => `What is encrypted changes in ${names}.`,
  )
  add(
    where((a, b) => isProviderType(b.type) && pluginOf(a).version !== pluginOf(b).version),
    2,
    (names) => `${names} would run another version of its plugin.`,
  )
  return found
}

function ofPending(base: StateDocument, after: StateDocument): Reason[] {
  const { removed, added } = pendingSentences(base, after)
  return [
    ...(removed === undefined
      ? []
      : [{ level: 3, why: removed, ask: 'Resolve pending operations under “Recover” instead.' } as const]),
    ...(added === undefined ? [] : [{ level: 3, why: added } as const]),
  ]
}

/** What it means that pending operations leave or come. */
export function pendingSentences(
  { deployment: before }: StateDocument,
  { deployment: after }: StateDocument,
): { removed?: string; added?: string } {
  const [was, is] = [before.pending_operations ?? [], after.pending_operations ?? []]
  if (was === is || sameJson(was, is)) return {}
  const names = (list: typeof was) => list.map(({ type, resource }) => `${type} ${resource.urn}`).toSorted()
  if (sameJson(names(was), names(is))) return {} // only a renamed reference
  const isRename = was.length === is.length && was.every(({ type }, at) => is[at]?.type === type)
  if (isRename) return {}
  const [removed, added] = [without(names(was), names(is)), without(names(is), names(was))]
  return {
    ...(removed > 0 && {
      removed: `${counted(removed, 'pending operation')} would be removed: ${plural(removed, 'it', 'each')} may be an existing resource, which would become untracked.`,
    }),
    ...(added > 0 && {
      added: `${counted(added, 'pending operation')} would be added: ${plural(added, 'its outcome is', 'their outcomes are')} unknown.`,
    }),
  }
}

/** How many of these are not among those, each counted once. */
function without(these: readonly string[], those: readonly string[]): number {
  const rest = [...those]
  return these.filter((one) => {
    const at = rest.indexOf(one)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  }).length
}
