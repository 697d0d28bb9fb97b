import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'

type Named = Pick<GraphColumns, 'flags' | 'names' | 'qualified' | 'oddUrns'>

/** Which one each entry is of those with its URN, in the order of the state: `1 of 2`. Only for URNs with several. */
export function copiesOf({ flags, names, qualified, oddUrns }: Named): ReadonlyMap<number, string> {
  const duplicates = [...flags.keys()].filter((index) => ((flags[index] ?? 0) & GRAPH_FLAG.duplicate) !== 0)
  const groups = Map.groupBy(duplicates, (index) => oddUrns[index] ?? `${qualified[index]} ${names[index]}`)
  return new Map(
    [...groups.values()].flatMap((group) => group.map((index, n) => [index, `${n + 1} of ${group.length}`] as const)),
  )
}
