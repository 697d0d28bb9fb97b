import { useId } from 'react'
import type { GraphColumns } from '#contract/resources.ts'
import { shortType } from '#domain/state/shortType.ts'
import { Button } from '#src/ui/Button.tsx'
import { Segments } from '#src/ui/Segments.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { type Overlay, overlayCounts } from '#domain/overlays/overlay.ts'
import { type Filter, isFiltering, providersOf, typesOf } from './filter.ts'

type Props = {
  graph: GraphColumns
  overlay: Overlay
  filter: Filter
  onChange: (change: Partial<Filter>) => void
}

const ANY = ''

/** Filters by type, provider and class of the overlay; other resources are dimmed or hidden. */
export function FilterControl({ graph, overlay, filter, onChange }: Props) {
  const counts = overlayCounts(overlay)
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="sr-only">
        Filter
      </span>
      <FilterSelect
        label="Type"
        any="All types"
        value={filter.type}
        onChange={(type) => onChange({ type })}
        options={typesOf(graph).map(({ id: value, count }) => ({
          value,
          label: `${shortType(value)} (${number(count)})`,
        }))}
      />
      <FilterSelect
        label="Provider"
        any="All providers"
        value={filter.provider}
        onChange={(provider) => onChange({ provider })}
        options={providersOf(graph).map(({ id: value, count }) => ({
          value,
          label: `${visibleText(value.replace(':', ' · '))} (${number(count)})`,
        }))}
      />
      <FilterSelect
        label="Overlay class"
        any="All kinds"
        value={filter.is}
        onChange={(is) => onChange({ is })}
        options={overlay.classes.flatMap((mark, place) =>
          (counts[place] ?? 0) > 0 || mark.id === filter.is
            ? [{ value: mark.id, label: mark.words(counts[place] ?? 0) }]
            : [],
        )}
      />
      <Segments
        label="What the filter leaves out"
        value={filter.hides ? 'hide' : 'dim'}
        onChange={(rest) => onChange({ hides: rest === 'hide' })}
        options={[
          { value: 'dim', label: 'Dim the rest' },
          { value: 'hide', label: 'Hide the rest' },
        ]}
      />
      {isFiltering(filter) && (
        <Button size="sm" look="plain" onClick={() => onChange({ text: '', type: '', provider: '', is: '' })}>
          Clear
        </Button>
      )}
    </div>
  )
}

type SelectProps = {
  label: string
  any: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A choice that the state no longer offers stays in the list, so that the filter remains visible. */
const FilterSelect = ({ label, any, value, onChange, options }: SelectProps) => (
  <SelectField
    label={label}
    hideLabel
    className="max-w-56"
    value={value}
    onChange={onChange}
    options={[
      { value: ANY, label: any },
      ...(value === ANY || options.some((option) => option.value === value)
        ? []
        : [{ value, label: visibleText(value) }]),
      ...options,
    ]}
  />
)
