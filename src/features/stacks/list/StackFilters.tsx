import { type StackPage, StackSort } from '#contract/stacks.ts'
import type { ValuesOf } from '#src/lib/useAddressState.ts'
import { ColumnsMenu } from '#src/ui/ColumnsMenu.tsx'
import { FilterChip } from '#src/ui/FilterChip.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { filterWords, type ListFilters } from '#src/ui/ListFilters.tsx'
import { ListSearch } from '#src/ui/ListSearch.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { groupingName, groupings, tagWords } from './grouping.ts'
import { HealthChips, healthName } from './HealthChips.tsx'
import type { stackAddress } from './stackFilter.ts'
import { COLUMNS } from './StackTable.tsx'

const sortNames = {
  activity: 'Last changed',
  health: 'Worst first',
  name: 'By name',
  resources: 'Most resources',
} as const satisfies Record<StackSort, string>
const sortOptions = StackSort.options.map((value) => ({ value, label: sortNames[value] }))

type Values = ValuesOf<typeof stackAddress>
type Extra = {
  data: Pick<StackPage, 'projects' | 'total' | 'stacks' | 'healthCounts'>
  /** The organizations to choose from, if there are several. */
  organizations: readonly string[]
  hidden: ReadonlySet<string>
}

/** Search (shortcut `/`), organization, health with its numbers, project, grouping, order on a phone, columns, and a tag. */
export const FILTERS: ListFilters<Values, Extra> = {
  search: {
    words: (text) => `named like “${text}”`,
    control: ({ values, data, onChange }) => (
      <ListSearch
        label="Search stacks"
        value={values.search}
        onChange={(search) => onChange({ search })}
        matches={data.total}
      />
    ),
  },
  org: {
    words: (org) => `in ${org}`,
    control: ({ values, organizations, onChange }) =>
      organizations.length > 1 && (
        <FilterSelect
          width="w-44"
          label="Organization"
          any="Any organization"
          values={organizations}
          value={values.org}
          onChange={(org) => onChange({ org, project: undefined })}
        />
      ),
  },
  health: {
    words: (health) =>
      health === 'attention' ? 'that need attention' : `with health “${healthName(health).toLowerCase()}”`,
    control: ({ values, data, onChange }) => (
      <HealthChips
        counts={data.healthCounts}
        stacks={data.stacks}
        value={values.health}
        onChange={(health) => onChange({ health })}
      />
    ),
  },
  project: {
    words: (project) => `in project ${project}`,
    control: ({ values, data, onChange }) => (
      <FilterSelect
        width="w-44"
        label="Project"
        any="Any project"
        values={data.projects}
        value={values.project}
        onChange={(project) => onChange({ project })}
      />
    ),
  },
  group: {
    control: ({ values, data, onChange }) => (
      <FilterSelect
        label="Groups"
        any="No groups"
        values={groupings(data.stacks, values.group)}
        nameOf={groupingName}
        value={values.group}
        onChange={(group) => onChange({ group })}
      />
    ),
  },
  sort: {
    // On a phone the rows are cards, without heads that sort.
    control: ({ values, onChange }) => (
      <div className="min-w-32 flex-1 sm:hidden">
        <SelectField
          label="Order"
          hideLabel
          options={sortOptions}
          value={values.sort}
          onChange={(sort) => onChange({ sort })}
        />
      </div>
    ),
  },
  hide: {
    control: ({ values: { page }, hidden, onChange }) => (
      <ColumnsMenu columns={COLUMNS} hidden={hidden} onHide={(hide) => onChange({ hide, page })} />
    ),
  },
  tag: {
    words: (tag) => (tagWords(tag) === tag ? `tagged ${tag}` : tagWords(tag)),
    control: ({ values: { tag }, onChange }) =>
      tag !== undefined && <FilterChip text={tagWords(tag)} onRemove={() => onChange({ tag: undefined })} />,
  },
}

/** True if the list does not show all stacks of its organization. */
export const isNarrowed = (values: Values): boolean => filterWords(FILTERS, { ...values, org: undefined }) !== ''
