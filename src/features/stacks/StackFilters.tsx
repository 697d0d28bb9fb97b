import { useEffect, useRef } from 'react'
import { Health, HealthFilter, type StackFilter } from '#contract/stacks.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { healthLooks } from './HealthStatus.tsx'
import { useDraft } from '#src/lib/useDraft.ts'

const ANY = ''

const healths = [
  { value: ANY, label: 'Any health' },
  { value: 'attention', label: 'Needs attention' },
  ...Health.options.map((value) => ({ value, label: healthLooks[value].label })),
]

type Props = {
  filter: StackFilter
  projects: readonly string[]
  total: number
  onChange: (change: Partial<StackFilter>) => void
}

/** Search (the key `/` goes there), health and project. */
export function StackFilters({ filter, projects, total, onChange }: Props) {
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
      <div className="w-44 max-sm:w-auto max-sm:flex-1">
        <SelectField
          label="Health"
          hideLabel
          options={healths}
          value={filter.health ?? ANY}
          onChange={(value) => onChange({ health: HealthFilter.safeParse(value).data })}
        />
      </div>
      <div className="w-44 max-sm:w-auto max-sm:flex-1">
        <SelectField
          label="Project"
          hideLabel
          options={[{ value: ANY, label: 'Any project' }, ...shownProjects.map((value) => ({ value, label: value }))]}
          value={filter.project ?? ANY}
          onChange={(value) => onChange({ project: value || undefined })}
        />
      </div>
    </div>
  )
}

const TYPED_IN = 'input, textarea, select, [contenteditable]'

/** Calls back on `/`, unless somebody is typing. */
function useSlashKey(onSlash: () => void): void {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
