import type { Resource } from '../checkpoint.ts'
import { type Finding, isAccepted, verify } from '../integrity.ts'
import { type Edge, edgesOf } from '../surgery/references.ts'
import { ROOT_STACK_TYPE, urnName } from '../urn.ts'
import { names, repointCandidate } from './dangling.ts'
import { type Candidate, type Context, type EarlierIndex, type RepairProblem } from './plan.ts'
import { type Lookup, lookupIn, targetsIn } from './sort.ts'

const SHOWN = 50

/**
 * Entries that refer to each other in a ring, each knot of them one problem (GR-15). Only what an engine objects to: twins
 * may make a ring that the order of the list resolves. A parent is never cut.
 */
export function cycleProblems(
  context: Context,
  findings: Finding[],
): { problems: RepairProblem[]; explained: Set<Finding> } {
  const suspects = findings.filter(
    ({ rule, kind, urn, target }) => /^R(8|9|10|11|12)$/.test(rule) && (kind === 'order' || urn === target),
  )
  const explained = new Set<Finding>()
  if (suspects.length === 0) return { problems: [], explained }
  const lookup = lookupIn(context.resources)
  const knotOf = knots(context.resources)
  const byKnot = new Map<number, Finding[]>()
  for (const finding of suspects) {
    const from = context.resources[finding.index ?? -1]
    const to = from && lookup(from, finding.target ?? '')
    const knot = knotOf[finding.index ?? -1]
    if (to === undefined || knot === undefined || knotOf[to] !== knot) continue
    explained.add(finding)
    const list = byKnot.get(knot)
    if (list) list.push(finding)
    else byKnot.set(knot, [finding])
  }
  const members = Map.groupBy(context.resources.keys(), (at) => knotOf[at] ?? -1)
  const sound = byKnot.size > 0 ? context.earlier.find(({ deployment }) => isAccepted(verify(deployment))) : undefined
  const problems = [...byKnot].map(([knot, found]) =>
    cycleProblem(context, lookup, members.get(knot) ?? [], found, sound),
  )
  return { problems, explained }
}

type Link = { at: number; to: number; edges: Edge[] }

function cycleProblem(
  context: Context,
  lookup: Lookup,
  entries: number[],
  findings: Finding[],
  sound: EarlierIndex | undefined,
): RepairProblem {
  const inside = new Set(entries)
  const links = linksIn(context, lookup, inside)
  const cuttable = links.filter(({ edges }) => edges.every(({ kind }) => kind !== 'parent'))
  const isNew = ({ at, edges }: Link) =>
    sound !== undefined && edges.some((edge) => !hadEdge(sound, context.resources[at], edge))
  const newLinks = cuttable.filter(isNew)
  const forward = cuttable.filter(({ at, to }) => to >= at)
  const breaks = (cut: ReadonlySet<Link>) =>
    cut.size > 0 &&
    isAcyclic(
      entries,
      links.filter((link) => !cut.has(link)),
    )
  const groups = [
    ['new', 'Cut what the last valid version did not have', newLinks],
    ['later', 'Cut the references to entries that come later in the list', forward],
  ] as const
  const candidates: Candidate[] = groups
    .filter(([, , cut]) => breaks(new Set(cut)))
    .map(([id, title, cut]) => ({ ...cutCandidate(context, [...cut]), id: `cut:${id}`, title }))
  const ring = ringIn(entries, links)
  const after = new Map(ring.map((at, index) => [at, ring[(index + 1) % ring.length]]))
  const inRing = ({ at, to }: Link) => after.get(at) === to
  const single = cuttable.filter((link) => inRing(link)).slice(0, SHOWN)
  candidates.push(...single.map((link) => cutCandidate(context, [link], isNew(link))))
  const isKnown = candidates[0]?.id === 'cut:new' || (entries.length === 1 && candidates.length > 0)
  if (candidates.length === 0) candidates.push(...reparenting(context, links.filter(inRing), sound, inside))
  const suggested = isKnown || (cuttable.length === 0 && sound) ? candidates[0]?.id : undefined
  return {
    id: `cycle:${entries[0] ?? 0}`,
    kind: 'cycle',
    recovery: 'GR-15',
    title:
      entries.length === 1
        ? `${names(context, entries)} refers to itself.`
        : `${entries.length} entries refer to each other in a ring: ${names(context, ring)}.`,
    findings,
    entries,
    ring: ring.flatMap((at) => context.resources[at]?.urn ?? []),
    candidates,
    ...(suggested !== undefined && { suggested }),
    ...(candidates.length === 0 && {
      advice: 'The ring consists of parents only: restore the parents from an earlier version.',
    }),
  }
}

/** All references inside the knot, those between the same two entries together: cutting one of them alone helps nothing. */
function linksIn({ resources }: Context, lookup: Lookup, inside: ReadonlySet<number>): Link[] {
  return [...inside].flatMap((at) => {
    const resource = resources[at]
    if (!resource) return []
    const byTarget = Map.groupBy(edgesOf(resource), ({ target }) => lookup(resource, target))
    return [...byTarget].flatMap(([to, edges]) => (to !== undefined && inside.has(to) ? [{ at, to, edges }] : []))
  })
}

function cutCandidate({ resources }: Context, links: Link[], isNew = false): Candidate {
  const [first] = links
  return {
    id: `cut:${first?.at}:${first?.to}`,
    title: `Cut ${urnName(resources[first?.at ?? -1]?.urn ?? '')} → ${urnName(resources[first?.to ?? -1]?.urn ?? '')}${isNew ? ', which the last valid version did not have' : ''}`,
    risk: 'The next update sets a reference that the program still has; until then a delete may come too early or too late.',
    level: 2,
    action: { do: 'cut', cuts: links.map(({ at, edges }) => ({ at, edges })) },
  }
}

/** For a ring of parents, which are never cut: the parent of the last valid version, or the stack itself. */
function reparenting(
  context: Context,
  links: Link[],
  sound: EarlierIndex | undefined,
  inside: ReadonlySet<number>,
): Candidate[] {
  const root = context.resources.findIndex(
    ({ type, delete: old }, at) => type === ROOT_STACK_TYPE && !old && !inside.has(at),
  )
  const [link] = links.filter(({ edges }) => edges.some(({ kind }) => kind === 'parent'))
  if (!link) return []
  const { urn } = context.resources[link.at] ?? { urn: '' }
  const before = sound?.resources[sound.byUrn.get(urn)?.[0] ?? -1]?.parent
  const parents = [before, context.resources[root]?.urn].filter((parent): parent is string =>
    Boolean(parent && context.byUrn.has(parent)),
  )
  return [...new Set(parents)].map((parent) =>
    repointCandidate(parent, [{ at: link.at, edges: link.edges.filter(({ kind }) => kind === 'parent') }]),
  )
}

function hadEdge({ byUrn, resources }: EarlierIndex, from: Resource | undefined, edge: Edge): boolean {
  return (byUrn.get(from?.urn ?? '') ?? []).some((at) => {
    const entry = resources[at]
    return (
      entry !== undefined && edgesOf(entry).some(({ kind, target }) => kind === edge.kind && target === edge.target)
    )
  })
}

/** Kahn's: whether everything can be taken away, beginning with what refers to nothing. */
function isAcyclic(entries: number[], links: Link[]): boolean {
  const open = new Map(entries.map((at) => [at, 0]))
  const usersOf = Map.groupBy(links, ({ to }) => to)
  for (const { at } of links) open.set(at, (open.get(at) ?? 0) + 1)
  const free = entries.filter((at) => open.get(at) === 0)
  for (const done of free) {
    for (const { at } of usersOf.get(done) ?? []) {
      const left = (open.get(at) ?? 0) - 1
      open.set(at, left)
      if (left === 0) free.push(at)
    }
  }
  return free.length === entries.length
}

/** A shortest ring through the first entry that lies on one. */
function ringIn(entries: number[], links: Link[]): number[] {
  const next = Map.groupBy(links, ({ at }) => at)
  const [start = -1] = entries
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const at of queue) {
    for (const { to } of next.get(at) ?? []) {
      if (to === start) {
        const ring = [at]
        for (let back = at; back !== start;) {
          back = cameFrom.get(back) ?? start
          ring.unshift(back)
        }
        return ring
      }
      if (cameFrom.has(to)) continue
      cameFrom.set(to, at)
      queue.push(to)
    }
  }
  return [start]
}

/** The knot of each entry, undefined outside of any: strongly connected components by Tarjan, without recursion. */
function knots(resources: Resource[]): (number | undefined)[] {
  const targetsOf = targetsIn(resources)
  const found: (number | undefined)[] = Array.from({ length: resources.length })
  const index = new Int32Array(resources.length).fill(-1)
  const low = new Int32Array(resources.length)
  const onStack = new Uint8Array(resources.length)
  const stack: number[] = []
  let counter = 0
  for (const start of resources.keys()) {
    if (index[start] !== -1) continue
    const path: { at: number; targets: number[]; next: number }[] = []
    const enter = (at: number) => {
      const resource = resources[at]
      index[at] = low[at] = counter++
      stack.push(at)
      onStack[at] = 1
      const targets = resource ? targetsOf(resource).filter((target) => target !== undefined) : []
      path.push({ at, targets, next: 0 })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { at } = top
      const target = top.targets[top.next++]
      if (target !== undefined) {
        if (index[target] === -1) enter(target)
        else if (onStack[target]) low[at] = Math.min(low[at] ?? 0, index[target] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) low[parent.at] = Math.min(low[parent.at] ?? 0, low[at] ?? 0)
      if (low[at] !== index[at]) continue
      const members = stack.splice(stack.lastIndexOf(at))
      for (const member of members) onStack[member] = 0
      if (members.length > 1 || top.targets.includes(at)) for (const member of members) found[member] = at
    }
  }
  return found
}
