import type { StackGraph, StackReaders } from '#contract/stackGraph.ts'
import { after, type Marks, NO_MARKS, type OverlayClass } from '#domain/overlays/overlay.ts'
import { fullName } from '#domain/stackName.ts'
import { modelOf } from '#src/features/graph/model.ts'

/** A linked stack with what it reads and who reads it; places in the graph's list. */
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

/** Everything that reads a stack, or reads what reads it: what a change of its outputs may reach. */
export function reachOf({ readBy }: Pick<Links, 'readBy'>, stack: number): number[] {
  const seen = new Set([stack])
  for (const each of seen) for (const reader of readBy[each] ?? []) seen.add(reader)
  seen.delete(stack)
  return [...seen]
}

/**
 * The graph of stacks as one of resources, which is what is laid out: stacks first, in their order, then the stacks that
 * are read and are not here, then a box around the stacks of each project that has several.
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
      // The title distinguishes it from its neighbours: within a project the stack's name, elsewhere the project's.
      return parent < 0 ? { name: project, type: ref.stack, parent } : { name: ref.stack, type: project, parent }
    }),
    ...away.map((name) => ({ name, type: AWAY, parent: -1 })),
    ...boxes.map(([project]) => ({ name: project, type: '', parent: -1 })),
  ]
  const types = [...new Set(['', ...nodes.map(({ type }) => type)])]
  const typeAt = new Map(types.map((type, index) => [type, index]))
  const lines = [
    ...links,
    ...elsewhere.map(({ from, name }) => ({ from, to: awayAt.get(name) ?? from })), // every name has its box
  ]
  return {
    /** The frame around everything: boxes around projects do not count. */
    frame: { name: 'Stacks', inside: stacks.length + away.length },
    /** Of the boxes from here on none is a stack. */
    stackCount: stacks.length,
    awayCount: away.length,
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

const REACHED: readonly OverlayClass[] = [
  { id: 'stale', sign: '!', look: 'attention', words: after('with older outputs') },
  { id: 'reached', sign: '→', look: 'kind-a', words: after('in reach') },
]

/** Of a chosen stack: who reads it or what reads it, and which readers saw other outputs than there are now. */
export function reachMarks(
  { stacks }: StackGraph,
  links: Links,
  chosen: number,
  readers: readonly Reader[] = [],
): Marks {
  if (chosen < 0) return NO_MARKS
  const stale = new Set(readers.filter(isStale).map(({ ref }) => fullName(ref)))
  const reached = new Set(reachOf(links, chosen))
  return {
    classes: REACHED,
    of: stacks.map(({ ref }, index) => (stale.has(fullName(ref)) ? 0 : reached.has(index) ? 1 : -1)),
  }
}

type Reader = Pick<StackReaders['readers'][number], 'ref' | 'differs'>

/** A reader that works with values that are no longer so. An output that was added since is none that it uses. */
export const isStale = ({ differs }: Pick<Reader, 'differs'>): boolean => differs.some(({ how }) => how !== 'added')

const AWAY = 'not on this server'

function projectOf({ stacks }: StackGraph, index: number): string {
  const ref = stacks[index]?.ref
  if (!ref) return ''
  // Sorted by organization: it says nothing where the first and the last have the same.
  return stacks[0]?.ref.org === stacks.at(-1)?.ref.org ? ref.project : `${ref.org}/${ref.project}`
}
