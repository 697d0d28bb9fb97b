import { type ActivityFilter, ActivityKind, ActivityResult } from '#contract/activity.ts'
import { PeriodSelect } from '#src/features/views/PeriodSelect.tsx'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { personName } from '#words/personName.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { kindNames, resultNames } from './filter.ts'

const ANY = ''
const kinds = [
  { value: ANY, label: 'Any kind' },
  ...ActivityKind.options.map((value) => ({ value, label: kindNames[value] })),
]
const results = [
  { value: ANY, label: 'Any result' },
  ...ActivityResult.options.map((value) => ({ value, label: resultNames[value] })),
]
type Props = {
  filter: ActivityFilter
  people: readonly string[]
  onChange: (change: Partial<ActivityFilter>) => void
}

/** The filter of runs: stacks, kinds, results, users, time. */
export function ActivityFilters({ filter, people, onChange }: Props) {
  const names = useNamesByLogin()
  const known = filter.by && !people.includes(filter.by) ? [filter.by, ...people] : people
  return (
    <div className="flex flex-wrap items-end gap-2">
      <AppliedField
        key={filter.stack}
        label="Stacks"
        hideLabel
        placeholder="Filter by organization, project or stack"
        spellCheck={false}
        value={filter.stack ?? ''}
        onApply={(stack) => onChange({ stack })}
      />
      <FilterSelect
        label="Kind"
        options={kinds}
        value={filter.kind ?? ANY}
        onChange={(value) => onChange({ kind: ActivityKind.safeParse(value).data })}
      />
      <FilterSelect
        label="Result"
        options={results}
        value={filter.result ?? ANY}
        onChange={(value) => onChange({ result: ActivityResult.safeParse(value).data })}
      />
      <FilterSelect
        label="Who"
        options={[
          { value: ANY, label: 'Anyone' },
          ...known.map((value) => ({ value, label: personName(value, names) })),
        ]}
        value={filter.by ?? ANY}
        onChange={(by) => onChange({ by })}
      />
      <PeriodSelect value={filter.since} onChange={(since) => onChange({ since })} />
    </div>
  )
}
