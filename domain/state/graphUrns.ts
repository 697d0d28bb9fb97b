import type { GraphColumns } from '#contract/resources.ts'

/** The columns of a graph that its URNs are made of. */
export type UrnColumns = Pick<GraphColumns, 'names' | 'urnPrefix' | 'qualifiedTypes' | 'qualified' | 'oddUrns'>

/** The URN of each entry, by its index, as `GraphColumns.urnPrefix` describes it. */
export const urnsOf =
  ({ names, urnPrefix, qualifiedTypes, qualified, oddUrns }: UrnColumns) =>
  (index: number): string =>
    oddUrns[String(index)] ?? `${urnPrefix}${qualifiedTypes[qualified[index] ?? -1] ?? ''}::${names[index] ?? ''}`
