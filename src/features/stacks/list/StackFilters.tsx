import { useLayoutEffect, useRef } from 'react'
import Columns3 from 'lucide-react/icons/columns-3'
import X from 'lucide-react/icons/x'
import { Health, HealthFilter, type StackFilter, type StackPage, StackSort } from '#contract/stacks.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuCheck } from '#src/ui/Menu.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { healthLooks } from '../HealthStatus.tsx'
import { groupings } from './grouping.ts'
import { type Column, COLUMNS } from './StackTable.tsx'
import { useDraft } from '#src/lib/useDraft.ts'
import { useStable } from '#src/lib/useStable.ts'

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
  hidden: ReadonlySet<Column>
  onHide: (hidden: ReadonlySet<Column>) => void
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
  const box = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useDraft(filter.search ?? '', (search) => onChange({ search: search || undefined }))
  useSlashKey(() => box.current?.querySelector('input')?.focus())
  const shownProjects = filter.project && !projects.includes(filter.project) ? [filter.project, ...projects] : projects
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div ref={box} className="min-w-48 flex-1 max-sm:basis-full">
        <SearchField
          label="Search stacks"
          value={draft}
          onChange={setDraft}
          matches={total}
          placeholder="Search stacks  ( / )"
        />
      </div>
      {organizations.length > 1 && (
        <div className="w-44 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
          <SelectField
            label="Organization"
            hideLabel
            options={[
              { value: ANY, label: 'Any organization' },
              ...organizations.map((value) => ({ value, label: value })),
            ]}
            value={filter.org ?? ANY}
            onChange={(value) => onChange({ org: value || undefined, project: undefined })}
          />
        </div>
      )}
      <div className="w-44 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Health"
          hideLabel
          options={healthOptions}
          value={filter.health ?? ANY}
          onChange={(value) => onChange({ health: HealthFilter.safeParse(value).data })}
        />
      </div>
      <div className="w-44 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Project"
          hideLabel
          options={[{ value: ANY, label: 'Any project' }, ...shownProjects.map((value) => ({ value, label: value }))]}
          value={filter.project ?? ANY}
          onChange={(value) => onChange({ project: value || undefined })}
        />
      </div>
      <div className="w-40 max-sm:w-auto max-sm:min-w-32 max-sm:flex-1">
        <SelectField
          label="Groups"
          hideLabel
          options={groupings(stacks, filter.group)}
          value={filter.group ?? ANY}
          onChange={(value) => onChange({ group: value || undefined })}
        />
      </div>
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
      <div>
        <Menu trigger={<IconButton label="Columns" Icon={Columns3} className="size-8 border border-line-strong" />}>
          {(Object.keys(COLUMNS) as Column[]).map((column) => (
            <MenuCheck
              key={column}
              checked={!hidden.has(column)}
              onChange={(isShown) =>
                onHide(isShown ? hidden.difference(new Set([column])) : hidden.union(new Set([column])))
              }
            >
              {COLUMNS[column]}
            </MenuCheck>
          ))}
        </Menu>
      </div>
      {filter.tag !== undefined && (
        <button
          type="button"
          aria-label={`Remove the filter ${filter.tag}`}
          onClick={() => onChange({ tag: undefined })}
          className="inline-flex h-8 max-w-64 items-center gap-1.5 rounded-md border border-accent-line bg-accent-subtle px-2.5 text-accent"
        >
          <span className="truncate">{filter.tag}</span>
          <X className="size-3.5 shrink-0" aria-hidden />
        </button>
      )}
    </div>
  )
}

const TYPED_IN = 'input, textarea, select, [contenteditable]'

/** Calls back on `/`, unless the focus is in a text field; from the moment that the field is shown. */
function useSlashKey(onSlash: () => void): void {
  const focus = useStable(onSlash)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [focus])
}
