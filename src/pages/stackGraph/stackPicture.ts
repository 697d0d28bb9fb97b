import type { StackGraph, StackReaders } from '#contract/stackGraph.ts'
import { after, type Marks, type OverlayClass } from '#domain/overlays/overlay.ts'
import type { Health } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { counted } from '#words/counts.ts'
import { healthLabel, healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { modelOf } from '#src/features/graph/groupedModel.ts'

/** A linked stack, the stacks that it reads, and its readers; numbers are indexes in the graph's list. */
export type Links = { reads: number[][]; readBy: number[][]; elsewhere: string[][] }

export function linksOf({ stacks, links, elsewhere }: StackGraph): Links {
  const none = () => stacks.map((): never[] => [])
  const found: Links = { reads: none(), readBy: none(), elsewhere: none() }
  for (const { from, to } of links) {
    found.reads[from]?.push(to)
    found.readBy[to]?.push(from)
  }
  for (const { from, name } of elsewhere) found.elsewhere[from]?.push(name)
  return found
}

/** All direct and indirect readers of a stack: what a change of its outputs may reach. */
export function reachOf({ readBy }: Pick<Links, 'readBy'>, stack: number): number[] {
  const seen = new Set([stack])
  for (const each of seen) for (const reader of readBy[each] ?? []) seen.add(reader)
  seen.delete(stack)
  return [...seen]
}

/**
 * The graph of stacks as a graph of resources, for the layout: first the stacks in order, then stacks that are read and
 * not on this server, then a box for each project with several stacks.
 */
export function stackPicture(graph: StackGraph) {
  const { stacks, links, elsewhere } = graph
  const away = [...new Set(elsewhere.map(({ name }) => name))]
  const projects = Map.groupBy(stacks.keys(), (index) => projectOf(graph, index))
  const boxes = [...projects].filter(([, members]) => members.length > 1)
  const box = new Map(boxes.map(([project], index) => [project, stacks.length + away.length + index]))
  const awayAt = new Map(away.map((name, index) => [name, stacks.length + index]))

  const nodes = [
    ...stacks.map(({ ref }, index) => {
      const project = projectOf(graph, index)
      const parent = box.get(project) ?? -1
      // The title tells it from its neighbours: within a project the stack's name, elsewhere the project's.
      return parent < 0 ? { name: project, type: ref.stack, parent } : { name: ref.stack, type: project, parent }
    }),
    ...away.map((name) => ({ ...awayTitles(graph, name), parent: -1 })),
    ...boxes.map(([project]) => ({ name: project, type: '', parent: -1 })),
  ]
  const types = [...new Set(['', ...nodes.map(({ type }) => type)])]
  const typeAt = new Map(types.map((type, index) => [type, index]))
  const lines = [
    ...links,
    ...elsewhere.map(({ from, name }) => ({ from, to: awayAt.get(name) ?? from })), // every name has its box
  ]
  return {
    /** The outermost frame; boxes around projects, and stacks that are elsewhere, do not count. */
    frame: { name: 'Stacks', inside: stacks.length },
    /** The first box that is not a stack. */
    stackCount: stacks.length,
    model: modelOf({
      names: nodes.map(({ name }) => name),
      types,
      type: nodes.map(({ type }) => typeAt.get(type) ?? 0),
      parent: nodes.map(({ parent }) => parent),
      flags: nodes.map(() => 0),
      edgeFrom: lines.map(({ from }) => from),
      edgeTo: lines.map(({ to }) => to),
    }),
  }
}

export type StackPicture = ReturnType<typeof stackPicture>

const STALE: OverlayClass = {
  id: 'stale',
  sign: '!',
  look: 'attention',
  words: (count) => counted(count, 'uses older outputs', 'use older outputs'),
}
const REACHED: readonly OverlayClass[] = [STALE, { id: 'reached', sign: '→', look: 'kind-a', words: after('in reach') }]
const ATTENTION = {
  id: 'attention',
  words: (count: number) => counted(count, 'needs attention', 'need attention'),
}
/** What needs attention does so more or less, the most first; what only waits is not broken. */
const DEGREES = [
  { look: 'danger', sign: '✕' },
  { look: 'attention', sign: '✕' },
  { look: 'waiting', sign: '…' },
] as const
/** The sign of a stack that needs attention, as in the legend. */
export const signOf = (health: Health): string =>
  (DEGREES.find(({ look }) => look === healthLooks[health].tone) ?? DEGREES[0]).sign

const CONDITIONS: readonly OverlayClass[] = [
  { id: 'running', sign: '▸', look: 'running', words: after('running') },
  STALE,
  { id: 'ok', sign: '✓', look: 'ok', words: after('healthy'), isQuiet: true },
]

/**
 * For a selected stack what is in its reach, and which of its readers have older values; without one the stacks that
 * need attention, run, have older values, or are healthy.
 */
export function stackMarks(
  { stacks }: Pick<StackGraph, 'stacks'>,
  links: Links,
  chosen: number,
  stale: ReadonlySet<string>,
): Marks {
  const reached = new Set(chosen < 0 ? [] : reachOf(links, chosen))
  const isStaleAt = ({ ref }: StackGraph['stacks'][number]) => stale.has(fullName(ref))
  if (chosen >= 0)
    return { classes: REACHED, of: stacks.map((stack, index) => (isStaleAt(stack) ? 0 : reached.has(index) ? 1 : -1)) }
  const tones = new Set(stacks.filter(({ health }) => !isWell(health)).map(({ health }) => healthLooks[health].tone))
  return {
    classes: [{ ...ATTENTION, ...(DEGREES.find(({ look }) => tones.has(look)) ?? DEGREES[0]) }, ...CONDITIONS],
    of: stacks.map((stack) => {
      if (!isWell(stack.health)) return 0
      if (stack.health === 'running') return 1
      return isStaleAt(stack) ? 2 : stack.health === 'ok' ? 3 : -1
    }),
  }
}

/** What needs attention, by its health: `2 need attention (Broken reference)`; undefined if nothing does. */
export function attentionWords(stacks: StackGraph['stacks']): string | undefined {
  const needing = stacks.filter(({ health }) => !isWell(health))
  if (needing.length === 0) return undefined
  const labels = [...new Set(needing.map(({ health, lastKind }) => healthLabel(health, lastKind)))]
  return `${ATTENTION.words(needing.length)} (${labels.join(', ')})`
}

export const isWell = (health: Health): boolean => health === 'ok' || health === 'empty' || health === 'running'

/** Stacks of one class (1); undefined without a class that the marks have. */
export function hitsOf({ classes, of }: Marks, id: string | null): Uint8Array | undefined {
  const place = classes.findIndex((each) => each.id === id)
  return place < 0 ? undefined : Uint8Array.from(of, (each) => (each === place ? 1 : 0))
}

/** A reader with outdated values. An output added since is not one that it uses. */
export const isStale = ({ differs }: Pick<StackReaders['readers'][number], 'differs'>): boolean =>
  differs.some(({ how }) => how !== 'added')

/** Like the other stacks, by its project; with its organization if it is not that of all stacks here. */
function awayTitles({ stacks }: StackGraph, fullName: string): { name: string; type: string } {
  const [org, project, name] = fullName.split('/')
  if (project === undefined || name === undefined) return { name: fullName, type: AWAY }
  const isOurs = stacks.every(({ ref }) => ref.org === org)
  return { name: isOurs ? project : `${org}/${project}`, type: `${name}, ${AWAY}` }
}

const AWAY = 'not on this server'

function projectOf({ stacks }: StackGraph, index: number): string {
  const ref = stacks[index]?.ref
  if (!ref) return ''
  // Sorted by organization: if the first and the last are of the same, all are.
  return stacks[0]?.ref.org === stacks.at(-1)?.ref.org ? ref.project : `${ref.org}/${ref.project}`
}
