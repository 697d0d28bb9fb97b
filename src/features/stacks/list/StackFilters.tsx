import { Health, HealthFilter, type StackFilter, type StackPage, StackSort } from '#contract/stacks.ts'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterChip } from '#src/ui/FilterChip.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { healthLooks } from '../HealthStatus.tsx'
import { groupings } from './grouping.ts'
import { COLUMNS } from './StackTable.tsx'

const ANY = ''

const healthOptions = [
  { value: ANY, label: 'Any health' },
  { value: 'attention', label: 'Needs attention' },
  ...Health.options.map((value) => ({ value, label: healthLooks[value].label })),
]

const sortNames = {
  activity: 'Last updated',
  health: 'Worst first',
  name: 'By name',
  resources: 'Most resources',
} as const satisfies Record<StackSort, string>
const sortOptions = StackSort.options.map((value) => ({ value, label: sortNames[value] }))

type Props = {
  filter: StackFilter
  page: Pick<StackPage, 'projects' | 'total' | 'stacks'>
  onChange: (change: Partial<StackFilter>) => void
  /** The organizations to choose from, if there are several. */
  organizations: readonly string[]
  hidden: ReadonlySet<string>
  onHide: (hide: string | undefined) => void
}

/** Search (shortcut `/`), health, project and tag, grouping, and columns. */
export function StackFilters({
  filter,
  page: { projects, total, stacks },
  organizations,
  onChange,
  hidden,
  onHide,
}: Props) {
  const shownProjects = filter.project && !projects.includes(filter.project) ? [filter.project, ...projects] : projects
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ListSearch
        label="Search stacks"
        value={filter.search}
        onChange={(search) => onChange({ search })}
        matches={total}
      />
      {organizations.length > 1 && (
        <FilterSelect
          width="w-44"
          label="Organization"
          options={[
            { value: ANY, label: 'Any organization' },
            ...organizations.map((value) => ({ value, label: value })),
          ]}
          value={filter.org ?? ANY}
          onChange={(value) => onChange({ org: value || undefined, project: undefined })}
        />
      )}
      <FilterSelect
        width="w-44"
        label="Health"
        options={healthOptions}
        value={filter.health ?? ANY}
        onChange={(value) => onChange({ health: HealthFilter.safeParse(value).data })}
      />
      <FilterSelect
        width="w-44"
        label="Project"
        options={[{ value: ANY, label: 'Any project' }, ...shownProjects.map((value) => ({ value, label: value }))]}
        value={filter.project ?? ANY}
        onChange={(value) => onChange({ project: value || undefined })}
      />
      <FilterSelect
        label="Groups"
        options={groupings(stacks, filter.group)}
        value={filter.group ?? ANY}
        onChange={(value) => onChange({ group: value || undefined })}
      />
      {/* On a phone the rows are cards, without heads that sort. */}
      <div className="min-w-32 flex-1 sm:hidden">
        <SelectField
          label="Order"
          hideLabel
          options={sortOptions}
          value={filter.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={onHide} />
      {filter.tag !== undefined && <FilterChip text={filter.tag} onRemove={() => onChange({ tag: undefined })} />}
    </div>
  )
}
