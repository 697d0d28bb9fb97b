import { Fragment, type ReactNode } from 'react'

type Change<Values> = { [Name in keyof Values]?: Values[Name] | undefined }
type ControlProps<Values, Extra> = Extra & { values: Values; onChange: (change: Change<Values>) => void }

/** A filter of a list: its control, and how the sentence about an empty list names it. */
export type ListFilter<Value, Props> = {
  /** Absent if another filter's control sets it. */
  control?: (props: Props) => ReactNode
  /** What it leaves, if it is set: `in project shop`. Absent for what leaves everything: an order, columns. */
  words?: (value: NonNullable<Value>) => string
}

/** The filters of a list by the names of their values in the address. `Extra` is what their controls need beside those. */
export type ListFilters<Values, Extra = object> = {
  readonly [Name in keyof Values]?: ListFilter<Values[Name], ControlProps<Values, Extra>>
}

const namesOf = <Values, Extra>(filters: ListFilters<Values, Extra>) => Object.keys(filters) as (keyof Values)[] // its own keys

type Props<Values, Extra> = {
  filters: ListFilters<Values, Extra>
  values: Values
  onChange: (change: Change<Values>) => void
  extra: Extra
}

/** The row of controls above a list. */
export const FilterRow = <Values, Extra>({ filters, values, onChange, extra }: Props<Values, Extra>) => (
  <div className="flex flex-wrap items-end gap-2">
    {namesOf(filters).map((name) => (
      <Fragment key={String(name)}>{filters[name]?.control?.({ ...extra, values, onChange })}</Fragment>
    ))}
  </div>
)

/** The filters that are set, in words: `destroys, by ada, last 7 days`; empty if none is. */
export function filterWords<Values, Extra>(filters: ListFilters<Values, Extra>, values: Values): string {
  const wordsOf = <Name extends keyof Values>(name: Name) => {
    const value = values[name]
    return value === undefined || value === null || value === '' ? undefined : filters[name]?.words?.(value)
  }
  return namesOf(filters).map(wordsOf).filter(Boolean).join(', ')
}

/** The change that clears every filter, and leaves order and columns. */
export const withoutFilters = <Values, Extra>(filters: ListFilters<Values, Extra>): Change<Values> =>
  Object.fromEntries(namesOf(filters).flatMap((name) => (filters[name]?.words ? [[name, undefined]] : []))) as Change<Values> // prettier-ignore
