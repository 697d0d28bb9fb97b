import { cx } from '#src/lib/cx.ts'
import { SelectField } from './SelectField.tsx'

type Props<Value extends string> = {
  label: string
  /** The first option: nothing is filtered. */
  any: string
  values: readonly Value[]
  /** The label of a value; the value itself if absent. */
  nameOf?: (value: Value) => string
  /** One that is not among the values is offered as well. */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  width?: 'w-40' | 'w-44' | 'w-56'
}

/** A select field in the row of filters above a list: its options name what it filters. On a phone, two share a row. */
export function FilterSelect<Value extends string>(props: Props<Value>) {
  const { label, any, values, nameOf = (each) => each, value, onChange, width = 'w-40' } = props
  const all = [...new Set([...values, ...(value === undefined ? [] : [value])])]
  return (
    <div className={cx(width, 'max-sm:w-auto max-sm:min-w-32 max-sm:flex-1')}>
      <SelectField
        label={label}
        hideLabel
        options={[{ value: '', label: any }, ...all.map((each) => ({ value: each, label: nameOf(each) }))]}
        value={value ?? ''}
        onChange={(chosen) => onChange(all.find((each) => each === chosen))}
      />
    </div>
  )
}
