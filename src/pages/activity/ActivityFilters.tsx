import { type ActivityFilter, ActivityKind, ActivityResult } from '#contract/activity.ts'
import { Period } from '#contract/common.ts'
import { periodOptions } from '#src/features/views/periods.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { personName } from '#words/personName.ts'
import { AppliedField } from '#src/ui/AppliedField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
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
      <div className="w-40 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Kind"
          hideLabel
          options={kinds}
          value={filter.kind ?? ANY}
          onChange={(value) => onChange({ kind: ActivityKind.safeParse(value).data })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Result"
          hideLabel
          options={results}
          value={filter.result ?? ANY}
          onChange={(value) => onChange({ result: ActivityResult.safeParse(value).data })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Who"
          hideLabel
          options={[
            { value: ANY, label: 'Anyone' },
            ...known.map((value) => ({ value, label: personName(value, names) })),
          ]}
          value={filter.by ?? ANY}
          onChange={(by) => onChange({ by })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Time"
          hideLabel
          options={periodOptions}
          value={filter.since ?? ANY}
          onChange={(value) => onChange({ since: Period.safeParse(value).data })}
        />
      </div>
    </div>
  )
}
