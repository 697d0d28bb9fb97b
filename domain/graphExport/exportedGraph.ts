import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, type Relation, relationsIn } from '../graphQueries/relationKinds.ts'
import { eachNeighbour, type Relations } from '../graphQueries/relations.ts'
import { fullName } from '../stackName.ts'

/** A graph for export: names of resources and their relations. Never contains properties or IDs. */
export type ExportedGraph = {
  stack: string
  version: number
  resources: {
    id: string
    name: string
    type: string
    urn: string
    flags: string[]
    /** Of a closed group of the map: the number of resources in it, and what they are. */
    holds?: number
    contents?: string
  }[]
  /** `from` needs `to`; `count` is the number of relations that one between groups represents. */
  relations: { from: string; to: string; kinds: Relation[]; count?: number }[]
}

/** Flags about a resource itself rather than its drawing. */
const FLAGS = [
  'protect',
  'external',
  'delete',
  'pendingReplacement',
  'pending',
  'initErrors',
  'missing',
  'duplicate',
  'circular',
  'order',
  'retainOnDelete',
] as const satisfies readonly (keyof typeof GRAPH_FLAG)[]

/** The columns that an export reads. */
export type NamedColumns = Pick<GraphColumns, 'stack' | 'version' | 'names' | 'types' | 'type' | 'flags'>

/** Exports these resources and the relations between them; all resources if none are given. */
export function exportedGraph(
  graph: NamedColumns,
  relations: Relations,
  urnOf: (index: number) => string,
  chosen?: Iterable<number>,
): ExportedGraph {
  const indices = chosen ? [...new Set(chosen)].toSorted((a, b) => a - b) : Array.from(graph.names.keys())
  const isIn = new Set(indices)
  const links: ExportedGraph['relations'] = []
  for (const from of indices) {
    eachNeighbour(relations.needs, from, ALL_RELATIONS, (to, kinds) => {
      if (isIn.has(to)) links.push({ from: idOf(from), to: idOf(to), kinds: relationsIn(kinds) })
    })
  }
  return {
    stack: fullName(graph.stack),
    version: graph.version,
    resources: indices.map((index) => exportedResource(graph, urnOf, index)),
    relations: links,
  }
}

/** One resource of an export. */
export const exportedResource = (
  graph: NamedColumns,
  urnOf: (index: number) => string,
  index: number,
): ExportedGraph['resources'][number] => ({
  id: idOf(index),
  name: graph.names[index] ?? '',
  type: graph.types[at(graph.type, index)] ?? '',
  urn: urnOf(index),
  flags: FLAGS.filter((flag) => (at(graph.flags, index) & GRAPH_FLAG[flag]) !== 0),
})

/** An identifier that is valid in every format, whatever the resource's name. */
export const idOf = (index: number): string => `r${index}`
