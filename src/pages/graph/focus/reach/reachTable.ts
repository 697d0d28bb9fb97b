import type { GraphColumns } from '#contract/resources.ts'
import { type Question, type Reached, stakeOf } from '#domain/graphQueries/reach.ts'
import { effectOn } from '#domain/graphQueries/reachWords.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { csv, saveCsv } from '#src/lib/csv.ts'
import type { LastUpdate } from '../lastTouch.ts'
import { relationsText, sideOf } from '../words.ts'

type Table = {
  rows: readonly Reached[]
  question: Question
  graph: GraphColumns
  entries: Entries
  last: LastUpdate | null | undefined
}

const HEAD = ['Resource', 'Type', 'URN', 'Stake', 'Steps', 'Through', 'Relation', 'Effect', 'Last update']

/** Saves reached resources as a table. */
export function saveReach(file: string, { rows, question, graph, entries, last }: Table): void {
  const cells = rows.map((each) => [
    entries.names[each.index] ?? '',
    entries.typeOf(each.index),
    entries.urnOf(each.index),
    stakeOf(graph, each.index),
    each.distance,
    entries.urnOf(each.via),
    relationsText(each.kinds, sideOf(question)),
    effectOn(each, question, graph),
    last?.touchOf(entries.urnOf(each.index))?.word ?? '',
  ])
  saveCsv(file, csv(HEAD, cells))
}
