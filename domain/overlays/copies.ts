import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { type UrnColumns, urnsOf } from '../state/graphUrns.ts'

type Columns = Pick<GraphColumns, 'flags'> & UrnColumns

/** Which one each entry is of those with its URN, in the order of the state: `1 of 2`. Only for URNs with several. */
export function copiesOf(graph: Columns): ReadonlyMap<number, string> {
  const duplicates = graph.flags.flatMap((bits, index) => ((bits & GRAPH_FLAG.duplicate) === 0 ? [] : index))
  const groups = Map.groupBy(duplicates, urnsOf(graph))
  return new Map(
    [...groups.values()].flatMap((group) => group.map((index, n) => [index, `${n + 1} of ${group.length}`] as const)),
  )
}
