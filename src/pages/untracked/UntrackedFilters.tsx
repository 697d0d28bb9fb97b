import type { UntrackedFilter } from '#contract/untracked.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'

type Filter = Omit<UntrackedFilter, 'page'>
type Props = { filter: Filter; matches: number; onChange: (change: Partial<Filter>) => void }

/** Search, open or resolved ones, and all stacks again. */
export function UntrackedFilters({ filter, matches, onChange }: Props) {
  const [draft, type] = useDraft(filter.search ?? '', (search) => onChange({ search }))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SearchField
        label="Search by name, type, URN or ID"
        value={draft}
        onChange={type}
        matches={matches}
        className="min-w-56 flex-1 max-sm:basis-full"
      />
      <div className="w-40 max-sm:flex-1">
        <SelectField
          label="Show"
          hideLabel
          options={[
            { value: 'open', label: 'Open' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          value={filter.state}
          onChange={(state) => onChange({ state })}
        />
      </div>
      {filter.stack && <Button onClick={() => onChange({ stack: undefined })}>All stacks</Button>}
    </div>
  )
}
