import ListTree from 'lucide-react/icons/list-tree'
import Table2 from 'lucide-react/icons/table-2'
import { useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ResourceList } from '#contract/resources.ts'
import { shortType } from '#domain/state/shortType.ts'
import { paths } from '#src/lib/paths.ts'
import { STEP } from '#src/lib/useAddressState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { counted, number } from '#words/counts.ts'
import type { Change, AddressValues } from './address.ts'

type Props = {
  stack: StackRef
  list: ResourceList
  choice: AddressValues
  onChange: (change: Change, options?: typeof STEP) => void
  /** Number of matches; undefined while nothing is filtered. */
  hits: number | undefined
}

/** Search, type, tree or table, and the way to the editor. */
export function ResourceFilters({ stack, list: { resources, version }, choice, onChange, hits }: Props) {
  const [draft, setDraft] = useDraft(choice.search, (search) => onChange({ search }))
  const types = useMemo(() => typesOf(resources), [resources])
  const all = counted(resources.length, 'resource')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search resources"
        placeholder="Name, type, ID or URN"
        value={draft}
        onChange={setDraft}
        matches={hits}
        className="w-full sm:w-72"
      />
      <div className="w-full sm:w-64">
        <SelectField
          label="Type"
          hideLabel
          value={types.some(({ value }) => value === choice.type) ? choice.type : ''}
          options={[{ value: '', label: `All types (${types.length})` }, ...types]}
          onChange={(type) => onChange({ type }, STEP)}
        />
      </div>
      <p className="text-sm text-muted">
        {hits === undefined ? all : `${number(hits)} of ${all}`} in version {version}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <ViewChoice isTable={choice.view === 'table'} onChoose={(view) => onChange({ view })} />
        <LinkButton size="sm" to={paths.edit(stack)}>
          Edit the state
        </LinkButton>
      </div>
    </div>
  )
}

type ViewProps = { isTable: boolean; onChoose: (view: AddressValues['view']) => void }

const ViewChoice = ({ isTable, onChoose }: ViewProps) => (
  <div role="group" aria-label="View" className="flex gap-1">
    <Button size="sm" look={isTable ? 'plain' : 'quiet'} aria-pressed={!isTable} onClick={() => onChoose(undefined)}>
      <ListTree aria-hidden /> Tree
    </Button>
    <Button size="sm" look={isTable ? 'quiet' : 'plain'} aria-pressed={isTable} onClick={() => onChoose('table')}>
      <Table2 aria-hidden /> Table
    </Button>
  </div>
)

/** Types sorted by short name, each with its count. */
function typesOf(resources: readonly { type: string }[]): { value: string; label: string }[] {
  const counts = new Map<string, number>()
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, label: `${shortType(value)} (${number(count)})` }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
