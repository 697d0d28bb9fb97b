import { useState } from 'react'
import { type ActivityFilter, ActivityResult } from '#contract/activity.ts'
import { UpdateKind } from '#contract/updates.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { kindNames, resultNames } from './filter.ts'

const ANY = ''
const kinds = [
  { value: ANY, label: 'Every kind' },
  ...UpdateKind.options.map((value) => ({ value, label: kindNames[value] })),
]
const results = [
  { value: ANY, label: 'Every result' },
  ...ActivityResult.options.map((value) => ({ value, label: resultNames[value] })),
]

type Props = {
  filter: ActivityFilter
  people: readonly string[]
  onChange: (change: Partial<ActivityFilter>) => void
}

/** Which runs: of which stacks, what they were, how they ended, who ran them. */
export function ActivityFilters({ filter, people, onChange }: Props) {
  const known = filter.by && !people.includes(filter.by) ? [filter.by, ...people] : people
  return (
    <div className="flex flex-wrap items-end gap-2">
      <StackField key={filter.stack} value={filter.stack ?? ''} onApply={(stack) => onChange({ stack })} />
      <div className="w-40 max-sm:w-auto max-sm:flex-1">
        <SelectField
          label="Kind"
          options={kinds}
          value={filter.kind ?? ANY}
          onChange={(value) => onChange({ kind: UpdateKind.safeParse(value).data })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:flex-1">
        <SelectField
          label="Result"
          options={results}
          value={filter.result ?? ANY}
          onChange={(value) => onChange({ result: ActivityResult.safeParse(value).data })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:flex-1">
        <SelectField
          label="Who"
          options={[{ value: ANY, label: 'Anybody' }, ...known.map((value) => ({ value, label: value }))]}
          value={filter.by ?? ANY}
          onChange={(by) => onChange({ by })}
        />
      </div>
    </div>
  )
}

/** Applied when it is left or sent: half a name finds nothing. */
function StackField({ value, onApply }: { value: string; onApply: (stack: string) => void }) {
  const [draft, setDraft] = useState(value)
  const apply = (): void => {
    if (draft.trim() !== value) onApply(draft.trim())
  }
  return (
    <form
      className="min-w-56 flex-1 max-sm:basis-full"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        label="Stacks"
        placeholder="Filter by organization, project or stack"
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={setDraft}
        onBlur={apply}
      />
    </form>
  )
}
