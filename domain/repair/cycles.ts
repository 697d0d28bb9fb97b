import { number, plural } from '#words/counts.ts'
import type { Resource } from '../state/checkpoint.ts'
import { type IntegrityError, isAccepted, verify } from '../state/integrity.ts'
import { type Edge, edgesOf } from '../edits/references.ts'
import { ROOT_STACK_TYPE, urnName } from '../state/urn.ts'
import { names, repointOption } from './dangling.ts'
import { type RepairOption, type Context, type EarlierIndex, type RepairProblem } from './plan.ts'
import { withoutProviderOption } from './providers.ts'
import { type Arrow, stronglyConnected, orderOf, cycleIn } from '../referenceGraph.ts'
import { otherProvider, placeable, providerName, suppliedBy } from './sort.ts'

const SHOWN = 50

/**
 * Cyclic references, one problem per cycle or group of cycles (GR-15). Only those that no order of the list resolves:
 * any of several entries with a URN satisfies a reference. Parents and providers are only cut if nothing else helps.
 */
export function cycleProblems(
  context: Context,
  findings: IntegrityError[],
): { problems: RepairProblem[]; explained: Set<IntegrityError> } {
  const suspects = findings.filter(
    ({ rule, kind, urn, target }) => /^R(7|8|9|10|11|12)$/.test(rule) && (kind === 'order' || urn === target),
  )
  const explained = new Set<IntegrityError>()
  if (suspects.length === 0) return { problems: [], explained }
  const { resources } = context
  const lookup = lookupAmongStuck(resources)
  const linksOf = (at: number) => linksFrom(resources[at], at, lookup)
  const componentOf = stronglyConnected(resources.length, (at) => linksOf(at).map(({ to }) => to))
  const byComponent = new Map<number, IntegrityError[]>()
  for (const finding of suspects) {
    const { rule, index = -1, target = '' } = finding
    const to = lookup(rule === 'R7' ? providerName(target) : target)
    const component = componentOf[index]
    if (to === undefined || component === undefined || componentOf[to] !== component) continue
    explained.add(finding)
    const list = byComponent.get(component)
    if (list) list.push(finding)
    else byComponent.set(component, [finding])
  }
  const members = Map.groupBy(resources.keys(), (at) => componentOf[at] ?? -1)
  const sound =
    byComponent.size > 0 ? context.earlier.find(({ deployment }) => isAccepted(verify(deployment))) : undefined
  const problems = [...byComponent].map(([component, found]) => {
    const entries = members.get(component) ?? []
    const links = entries.flatMap(linksOf).filter(({ to }) => componentOf[to] === component)
    return cycleProblem(context, entries, links, found, sound)
  })
  return { problems, explained }
}

/** All references from one entry to another: removing only some of them does not break the cycle. */
type Link = Arrow & { edges: Edge[]; isProvider: boolean }

/** Whether cutting the link loses more than an order: the parent, or the provider. */
const isHard = ({ edges, isProvider }: Link): boolean => isProvider || edges.some(({ kind }) => kind === 'parent')

function cycleProblem(
  context: Context,
  entries: number[],
  links: Link[],
  findings: IntegrityError[],
  sound: EarlierIndex | undefined,
): RepairProblem {
  const hard = links.filter(isHard)
  const soft = links.filter((link) => !isHard(link))
  const hardOrder = orderOf(entries, hard)
  const place = new Map((hardOrder ?? entries).map((at, index) => [at, index]))
  const isForward = ({ at, to }: Link) => (place.get(to) ?? 0) >= (place.get(at) ?? 0)
  const isNew = ({ at, edges }: Link) =>
    sound !== undefined && edges.some((edge) => !hadEdge(sound, context.resources[at], edge))
  const breaks = (cut: ReadonlySet<Link>) =>
    cut.size > 0 &&
    orderOf(
      entries,
      links.filter((link) => !cut.has(link)),
    ) !== undefined
  const groups = [
    ['new', 'Cut what the last valid version did not have', soft.filter(isNew)],
    ['later', 'Cut the references to entries that come later in the list', soft.filter(isForward)],
  ] as const
  const options: RepairOption[] = groups
    .filter(([, , cut]) => breaks(new Set(cut)))
    .map(([id, title, cut]) => ({ ...cutOption(context, [...cut]), id: `cut:${id}`, title }))
  const cycle = cycleIn(entries, links)
  const after = new Map(cycle.map((at, index) => [at, cycle[(index + 1) % cycle.length]]))
  const single = soft.filter(({ at, to }) => after.get(at) === to).slice(0, SHOWN)
  options.push(...single.map((link) => cutOption(context, [link], isNew(link))))
  const isKnown = options[0]?.id === 'cut:new' || (entries.length === 1 && options.length > 0)
  if (hardOrder === undefined) options.push(...looseningOptions(context, entries, links, sound))
  const [first] = options
  const isOnlyWay = options.length === 1 && first?.id.startsWith('detach:')
  return {
    id: `cycle:${entries[0] ?? 0}`,
    kind: 'cycle',
    recovery: 'break-cycle',
    title: plural(
      entries.length,
      `${names(context, entries)} refers to itself.`,
      `${number(entries.length)} resources refer to each other in a circle: ${names(context, cycle)}.`,
    ),
    findings,
    entries,
    cycle: cycle.flatMap((at) => context.resources[at]?.urn ?? []),
    options,
    ...(first && (isKnown || isOnlyWay || (soft.length === 0 && sound)) && { suggested: first.id }),
  }
}

/**
 * Finds a URN or provider among the entries that cannot be ordered; undefined if another entry supplies it as well.
 * With all other entries before them the list would be in order, so each cycle has a reference that an engine objects
 * to.
 */
function lookupAmongStuck(resources: Resource[]): (name: string) => number | undefined {
  const placed = new Set(placeable(resources))
  const first = new Map<string, number>()
  const elsewhere = new Set<string>()
  for (const [at, entry] of resources.entries()) {
    for (const name of suppliedBy(entry)) {
      if (placed.has(at)) elsewhere.add(name)
      else if (!first.has(name)) first.set(name, at)
    }
  }
  return (name) => (elsewhere.has(name) ? undefined : first.get(name))
}

/** All links from an entry to others that cannot be ordered either. */
function linksFrom(entry: Resource | undefined, at: number, lookup: (name: string) => number | undefined): Link[] {
  if (!entry) return []
  const byTarget = Map.groupBy(edgesOf(entry), ({ target }) => lookup(target))
  const reference = otherProvider(entry)
  const provider = reference === undefined ? undefined : lookup(providerName(reference))
  return [...new Set([...byTarget.keys(), provider])].flatMap((to) =>
    to === undefined ? [] : [{ at, to, edges: byTarget.get(to) ?? [], isProvider: to === provider }],
  )
}

function cutOption({ resources }: Context, links: Link[], isNew = false): RepairOption {
  const [first] = links
  return {
    id: `cut:${first?.at}:${first?.to}`,
    title: `Cut ${urnName(resources[first?.at ?? -1]?.urn ?? '')} → ${urnName(resources[first?.to ?? -1]?.urn ?? '')}${isNew ? ', which the last valid version did not have' : ''}`,
    risk: 'If the program still has the reference, the next update sets it again. Until then a delete may run too early or too late.',
    level: 2,
    action: { do: 'cut', cuts: links.map(({ at, edges }) => ({ at, edges })) },
  }
}

/**
 * Options for a cycle of parents and providers: the parent in the last valid version, the stack itself, or no parent.
 * Providers in a cycle lose their provider, as a provider resource needs none.
 */
function looseningOptions(
  context: Context,
  entries: number[],
  links: Link[],
  sound: EarlierIndex | undefined,
): RepairOption[] {
  const { resources } = context
  const byProvider = links.filter(({ isProvider }) => isProvider)
  const providerOrder = orderOf(entries, byProvider)
  if (providerOrder === undefined) {
    return [withoutProviderOption(context, [...new Set(byProvider.map(({ at }) => at))])]
  }
  const place = new Map(providerOrder.map((at, index) => [at, index]))
  const later = links.filter(({ at, to }) => (place.get(to) ?? 0) >= (place.get(at) ?? 0))
  const parentOf = (link: Link) => ({ at: link.at, edges: link.edges.filter(({ kind }) => kind === 'parent') })
  const link = later.find((each) => parentOf(each).edges.length > 0)
  if (!link) return []
  const inside = new Set(entries)
  const root = resources.findIndex(({ type, delete: old }, at) => type === ROOT_STACK_TYPE && !old && !inside.has(at))
  const before = sound?.resources[sound.byUrn.get(resources[link.at]?.urn ?? '')?.[0] ?? -1]?.parent
  const parents = [before, resources[root]?.urn].flatMap((urn) =>
    urn !== undefined && (context.byUrn.get(urn) ?? []).some((at) => at !== link.at && at !== link.to) ? [urn] : [],
  )
  const orphans = later.flatMap((each) => (parentOf(each).edges.length > 0 ? [each.at] : []))
  return [
    ...[...new Set(parents)].map((parent) => repointOption(parent, [parentOf(link)])),
    {
      id: `detach:${link.at}`,
      title: `Leave ${names(context, orphans)} without a parent, keep the URN`,
      risk: 'The next update sets the parent that the program has. The URN stays, so the program finds the resource again.',
      level: 2,
      action: { do: 'cut', cuts: later.map(({ at, edges }) => ({ at, edges })) },
    },
  ]
}

function hadEdge({ byUrn, resources }: EarlierIndex, from: Resource | undefined, edge: Edge): boolean {
  return (byUrn.get(from?.urn ?? '') ?? []).some((at) => {
    const entry = resources[at]
    return (
      entry !== undefined && edgesOf(entry).some(({ kind, target }) => kind === edge.kind && target === edge.target)
    )
  })
}
