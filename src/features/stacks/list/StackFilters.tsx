import { HealthFilter, type StackFilter, type StackPage, StackSort } from '#contract/stacks.ts'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterChip } from '#src/ui/FilterChip.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { healthLooks } from '../HealthStatus.tsx'
import { groupingName, groupings } from './grouping.ts'
import { COLUMNS } from './StackTable.tsx'

const healthName = (health: NonNullable<StackFilter['health']>): string =>
  health === 'attention' ? 'Needs attention' : healthLooks[health].label

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
          any="Any organization"
          values={organizations}
          value={filter.org}
          onChange={(org) => onChange({ org, project: undefined })}
        />
      )}
      <FilterSelect
        width="w-44"
        label="Health"
        any="Any health"
        values={HealthFilter.options}
        nameOf={healthName}
        value={filter.health}
        onChange={(health) => onChange({ health })}
      />
      <FilterSelect
        width="w-44"
        label="Project"
        any="Any project"
        values={projects}
        value={filter.project}
        onChange={(project) => onChange({ project })}
      />
      <FilterSelect
        label="Groups"
        any="No groups"
        values={groupings(stacks, filter.group)}
        nameOf={groupingName}
        value={filter.group}
        onChange={(group) => onChange({ group })}
      />
      <PhoneOrder value={filter.sort} onChange={(sort) => onChange({ sort })} />
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={onHide} />
      {filter.tag !== undefined && <FilterChip text={filter.tag} onRemove={() => onChange({ tag: undefined })} />}
    </div>
  )
}

/** On a phone the rows are cards, without heads that sort. */
const PhoneOrder = ({ value, onChange }: { value: StackSort; onChange: (sort: StackSort) => void }) => (
  <div className="min-w-32 flex-1 sm:hidden">
    <SelectField label="Order" hideLabel options={sortOptions} value={value} onChange={onChange} />
  </div>
)
