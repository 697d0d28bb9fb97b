import type { StackRef } from '#contract/common.ts'
import type { ResourceHistory, ResourceRow } from '#contract/resources.ts'
import type { ResourceSort } from '#src/features/resources/columns.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { type ChangeFact, providerText, type RowFacts } from '#src/features/resources/facts.ts'
import { capital } from '#words/capital.ts'
import { paths } from '#src/lib/paths.ts'

type HistoryEntry = ResourceHistory['changes'][number]

type Recoveries = Pick<ResourceHistory, 'recoveries'>

const runWords = (version: number, { recoveries }: Recoveries): string =>
  `${recoveries.includes(version) ? 'recovery' : 'update'} ${version}`

/** A recovery creates nothing: it writes into the state what exists. */
const createdWord = (version: number, { recoveries }: Recoveries): string =>
  recoveries.includes(version) ? 'Added' : 'Created'

/** `Created by update 3`, or `Added by recovery 3`. */
export const createdWords = (version: number, history: Recoveries): string =>
  `${createdWord(version, history)} by ${runWords(version, history)}`

/** What the history says about one resource, in words. */
export function changeFact(
  stack: StackRef,
  entry: HistoryEntry | undefined,
  history: ResourceHistory,
): ChangeFact | undefined {
  if (entry?.changed == null)
    return history.since === null
      ? undefined
      : {
          version: 0,
          label: history.isWhole ? '' : `before ${history.since}`,
          title: history.isWhole
            ? 'Not found in updates'
            : `Not changed since ${runWords(history.since, history)}; older updates were not read`,
        }
  const { changed, created, isUnknown } = entry
  const run = runWords(changed, history)
  const isNew = created === changed
  return {
    version: changed,
    label: isUnknown ? `${run}?` : isNew ? `${run} · ${createdWord(changed, history).toLowerCase()}` : run,
    title: isUnknown
      ? `${capital(run)} started to change it; the outcome is unknown`
      : isNew
        ? createdWords(changed, history)
        : `Last changed by ${run}`,
    to: paths.update(stack, changed),
  }
}

/** The facts in the rows of the list besides name and type. */
export function rowFacts(
  stack: StackRef,
  rows: readonly ResourceRow[],
  entries: Entries,
  history: ResourceHistory | undefined,
): RowFacts {
  const byUrn = new Map(history?.changes.map((each) => [each.urn, each]))
  const { start } = entries.outline.children
  return {
    idOf: (index) => rows[index]?.id ?? null,
    isCustom: (index) => rows[index]?.custom ?? true,
    providerOf: (index) => (rows[index] ? providerText(rows[index]) : ''),
    childCountOf: (index) => (start[index + 1] ?? 0) - (start[index] ?? 0),
    changeOf: (index) => history && changeFact(stack, byUrn.get(entries.urnOf(index)), history),
  }
}

/** Indexes in the state sorted by a column; equal ones stay in the order of the state. */
export function sorted(
  places: readonly number[],
  entries: Entries,
  facts: RowFacts,
  { by, isDown }: { by: ResourceSort; isDown: boolean },
): number[] {
  const keyOf = {
    name: (index: number) => (entries.names[index] ?? '').toLowerCase(),
    type: (index: number) => entries.typeOf(index).toLowerCase(),
    id: (index: number) => (facts.idOf(index) ?? '\uffff').toLowerCase(), // those without a value come last
    changed: (index: number) => facts.changeOf(index)?.version ?? 0,
  }[by]
  const keys = new Map(places.map((index) => [index, keyOf(index)]))
  const compare = (a: number, b: number): number => {
    const [x = '', y = ''] = [keys.get(a), keys.get(b)]
    return x < y ? -1 : x > y ? 1 : a - b
  }
  const ordered = places.toSorted(compare)
  return isDown ? ordered.toReversed() : ordered
}
