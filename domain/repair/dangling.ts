import { counted, plural } from '#words/counts.ts'
import type { Resource } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import { dependentsOf, listed } from '../edits/deleteResources.ts'
import { type Edge, edgesOf } from '../edits/references.ts'
import { aliasLine } from '../edits/renameResource.ts'
import { closestNames } from '../edits/targets.ts'
import { childQualifiedType, isUrn, makeUrn, parseUrn, ROOT_STACK_TYPE, urnName, urnType } from '../state/urn.ts'
import {
  type RepairOption,
  type Context,
  inEarlier,
  liveFirst,
  type RepairProblem,
  restoring,
  typeAndName,
} from './plan.ts'

/** References to a URN that no entry has (GR-11). */
export function danglingProblem(context: Context, target: string, findings: IntegrityError[]): RepairProblem {
  const entries = [...new Set(findings.flatMap(({ index }) => index ?? []))]
  const base = { kind: 'dangling', recovery: 'fix-references', findings, entries } as const
  if (target === '') {
    return {
      ...base,
      id: 'dangling:',
      title: `${names(context, entries)} ${plural(entries.length, 'has', 'have')} an empty dependency.`,
      options: [
        {
          id: 'dropEmpty',
          title: 'Remove the empty dependency',
          risk: 'Nothing is lost.',
          level: 1,
          action: { do: 'dropEmpty', entries },
        },
      ],
      suggested: 'dropEmpty',
    }
  }
  const cuts = entries.map((at) => ({
    at,
    edges: edgesOf(context.resources[at] ?? { urn: '', type: '' }).filter((edge) => edge.target === target),
  }))
  const restore = restoreOption(context, target)
  const present = presentName(context, target)
  const drop = dropOption(cuts)
  const isParent = cuts.some(({ edges }) => edges.some(({ kind }) => kind === 'parent'))
  const options = [
    ...(restore ? [restore] : []),
    ...repointOptions(context, target, cuts, present),
    drop,
    ...(isParent ? [rebuildOption(context, cuts)] : []),
    removeOption(context, entries),
  ]
  return {
    ...base,
    id: `dangling:${target}`,
    title: `${names(context, entries)} ${plural(entries.length, 'refers', 'refer')} to ${urnName(target)}, which isn’t in the state.`,
    options,
    suggested:
      options.find(({ id }) => id === `repoint:${present}`)?.id ?? (restore && isParent ? restore.id : drop.id),
  }
}

type Cuts = { at: number; edges: Edge[] }[]

export const names = ({ resources }: Context, entries: readonly number[]): string =>
  listed(entries.flatMap((at) => resources[at]?.urn ?? []))

function restoreOption(context: Context, target: string): RepairOption | undefined {
  const former = inEarlier(context, (index) => liveFirst(index, target)[0])
  if (!former) return undefined
  const action = restoring(context, former.index, former.found)
  if (!action) return undefined
  const also = action.entries.length - 1
  return {
    id: `restore:${former.index.version}`,
    title: `Put ${urnName(target)} back from version ${former.index.version}${also > 0 ? `, with ${also} more that it needs` : ''}`,
    risk: 'If the resource no longer exists in the cloud, a refresh removes the entry again: preview a refresh next.',
    level: 2,
    action,
  }
}

/** The URN under which an earlier version's resource is live now: the engine leaves references in `replaceWith` alone. */
const presentName = (context: Context, target: string): string | undefined =>
  inEarlier(context, ({ renamed }) => renamed?.get(target))?.found

/**
 * Resources that may be the missing one: under its `present` name, the one referred to before, with an alias, another
 * parent, or a similar name.
 */
function repointOptions(context: Context, target: string, cuts: Cuts, present: string | undefined): RepairOption[] {
  const from = new Set(cuts.map(({ at }) => context.resources[at]?.urn))
  const urnsAt = (entries: number[] = []) =>
    entries.flatMap((at) => context.resources[at]?.urn ?? []).filter((urn) => !from.has(urn))
  const byAlias = urnsAt(context.byAlias.get(target))
  const sameType = isUrn(target) && context.budget > 0 ? (context.byType.get(urnType(target)) ?? []) : []
  const similar = sameType.length <= 500 ? closestNames(urnsAt(sameType), target) : []
  const before = formerTargets(context, target, cuts)
  const urns = new Set([
    ...(present === undefined ? [] : urnsAt(context.byUrn.get(present))),
    ...before.keys(),
    ...byAlias,
    ...urnsAt(context.byTypeAndName.get(typeAndName(target))),
    ...similar,
  ])
  if (cuts.some(({ edges }) => edges.some(({ kind }) => kind === 'parent'))) {
    for (const urn of urnsAt(context.byType.get(ROOT_STACK_TYPE)?.slice(0, 1))) urns.add(urn)
  }
  return [...urns].slice(0, 5).map((urn) => {
    const version = before.get(urn)
    if (urn === present) return repointOption(urn, cuts, `, the present name of ${urnName(target)}`)
    if (version !== undefined) return repointOption(urn, cuts, `, as in version ${version}`)
    return repointOption(urn, cuts, byAlias.includes(urn) ? ', which once had this name' : '')
  })
}

/** Kinds of references of which an entry has one, so that a former version tells what it was. */
const SINGLE: ReadonlySet<Edge['kind']> = new Set(['parent', 'deletedWith'])

/**
 * The resources to which these references led before, by URN, with the newest version in which they did: they are in the
 * state, so a fault of one update is taken back.
 */
function formerTargets(context: Context, target: string, cuts: Cuts): Map<string, number> {
  const found = new Map<string, number>()
  for (const { at, edges } of cuts) {
    const entry = context.resources[at]
    const kinds = edges.filter(({ kind }) => SINGLE.has(kind)).map(({ kind }) => kind)
    if (entry === undefined || kinds.length === 0 || (context.budget -= 1) < 0) continue
    const former = inEarlier(context, (index) => {
      const known = index.resources[liveFirst(index, entry.urn)[0] ?? -1]
      const edge = known && edgesOf(known).find(({ kind }) => kinds.includes(kind))
      return edge && edge.target !== target ? edge.target : undefined
    })
    const isHere = former && (context.byUrn.get(former.found) ?? []).some((n) => !context.resources[n]?.delete)
    if (former && isHere && former.found !== entry.urn && !found.has(former.found))
      found.set(former.found, former.index.version)
  }
  return found
}

/** `why`: what speaks for this one, at the end of the title. */
export function repointOption(urn: string, cuts: Cuts, why = ''): RepairOption {
  return {
    id: `repoint:${urn}`,
    title: `Refer to ${urnName(urn)} instead${why}`,
    risk: 'If it is the wrong one, deletes and replacements run in the wrong order until the next update corrects the references.',
    level: 2,
    action: { do: 'repoint', cuts, to: urn },
  }
}

function dropOption(cuts: Cuts): RepairOption {
  const isParent = cuts.some(({ edges }) => edges.some(({ kind }) => kind === 'parent'))
  return {
    id: 'drop',
    title: isParent ? 'Drop the reference, keep the URN' : 'Drop the reference',
    risk: isParent
      ? 'The entry has no parent until the next update. Its URN stays, so a program that still has the parent finds it again.'
      : 'If the program still has the reference, the next update sets it again. Until then a delete may run too early or too late.',
    level: 1,
    action: { do: 'cut', cuts },
  }
}

/**
 * What the CLI does about a missing parent: rebuilds the URNs of all descendants without its type (docs/state.md,
 * Repair).
 */
function rebuildOption(context: Context, cuts: Cuts): RepairOption {
  const urns = new Map<string, string>()
  for (const { at, edges } of cuts) {
    const resource = context.resources[at]
    if (resource && edges.some(({ kind }) => kind === 'parent')) rebuild(context, resource, '', urns)
  }
  const changes = [...urns]
  return {
    id: 'dropAndRebuild',
    title: 'Drop the reference and rebuild the URN without the parent, as pulumi state repair does',
    risk: `${changes.length} URNs change. Without the aliases below, the next update creates these resources again and deletes the existing ones.`,
    level: changes.length > 0 ? 2 : 1,
    action: { do: 'cutAndRebuild', cuts, urns: changes },
    urnsChanged: changes.map(([from, to]) => ({ from, to, alias: aliasLine(to) })),
  }
}

/**
 * Computes the new URN of an entry below a parent of that type, and of all descendants whose URNs were consistent so
 * far.
 */
function rebuild(context: Context, top: Resource, topParentType: string, urns: Map<string, string>): void {
  const queue = [{ resource: top, parentType: topParentType }]
  for (const { resource, parentType } of queue) {
    const parts = parseUrn(resource.urn)
    if (!parts) continue
    const qualifiedType = childQualifiedType(parentType, parts.type)
    const urn = makeUrn({ ...parts, qualifiedType })
    if (urn === resource.urn || urns.has(resource.urn)) continue
    urns.set(resource.urn, urn)
    for (const at of context.childrenOf.get(resource.urn) ?? []) {
      const child = context.resources[at]
      const own = parseUrn(child?.urn ?? '')
      if (child && own && own.parentType === parts.qualifiedType)
        queue.push({ resource: child, parentType: qualifiedType })
    }
  }
}

/** Removes the entries and their dependents. Never suggested. */
export function removeOption(context: Context, entries: number[]): RepairOption {
  const isCounted = context.budget-- > 0
  const dependents = isCounted ? dependentsOf(context.resources, new Set(entries)) : []
  const gone = [...new Set([...entries, ...dependents])].toSorted((a, b) => a - b)
  const more = gone.length - entries.length
  const inCloud = gone.filter((at) => context.resources[at]?.custom && context.resources[at]?.id)
  const isProtected = gone.filter((at) => context.resources[at]?.protect)
  const others = isCounted ? (more > 0 ? `, and ${counted(more, 'dependent')}` : '') : ', and all its dependents'
  return {
    id: 'remove',
    title: `Remove ${names(context, entries)} from the state${others}`,
    risk:
      inCloud.length > 0
        ? `${counted(inCloud.length, 'resource')} ${plural(inCloud.length, 'keeps', 'keep')} running untracked and billed.`
        : 'No cloud resource is tracked by it.',
    level: inCloud.length > 0 || !isCounted ? 3 : 2,
    action: { do: 'remove', entries },
    removes: gone.flatMap((at) => context.resources[at]?.urn ?? []),
    ...(isProtected.length > 0 && { stopAndAsk: `Protected: ${names(context, isProtected)}.` }),
  }
}
