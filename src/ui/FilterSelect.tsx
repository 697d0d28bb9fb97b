import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import { SelectField } from './SelectField.tsx'

type Props<Value extends string> = Omit<ComponentProps<typeof SelectField<Value>>, 'hideLabel' | 'className'> & {
  width?: 'w-40' | 'w-44' | 'w-56'
}

/** A select field in the row of filters above a list: its options name what it filters. On a phone, two share a row. */
export const FilterSelect = <Value extends string>({ width = 'w-40', ...field }: Props<Value>) => (
  <div className={cx(width, 'max-sm:w-auto max-sm:min-w-32 max-sm:flex-1')}>
    <SelectField {...field} hideLabel />
  </div>
)
