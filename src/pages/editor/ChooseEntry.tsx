import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { ResourceList } from '#contract/resources.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { entriesOfRows, matcher } from '#src/features/resources/entries.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, firstOf } from '#words/counts.ts'

/** Names of so many pending operations are said. */
const FEW = 3

/** Chooses the entry to edit or only to look at, or the whole state. */
export function ChooseEntry({ stack, mayEdit }: { stack: StackRef; mayEdit: boolean }) {
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(resourceQueries.list(stack))
  const [query, setQuery] = useState('')
  const entries = useMemo(() => entriesOfRows(data.resources), [data.resources])
  const isHit = useMemo(() => matcher(entries, query), [entries, query])
  const hits = isHit ? data.resources.filter((_, index) => isHit(index)).length : data.resources.length
  return (
    <Card
      title={mayEdit ? 'Edit the state' : 'The state'}
      padding="none"
      actions={
        <LinkButton size="sm" to={paths.edit(stack, { do: 'state' })}>
          {mayEdit ? 'Edit the whole state' : 'View the whole state'}
        </LinkButton>
      }
    >
      <div className="flex flex-col gap-2 border-b border-line p-4">
        <p className="text-muted">
          {mayEdit
            ? 'Pick a resource to edit. You’ll see a preview first; the old version is kept. Cloud resources are not touched.'
            : 'Pick a resource to see its entry.'}
        </p>
        <Unlisted stack={stack} pending={data.pending} />
        <SearchField
          label="Search resources"
          placeholder="Name, type, ID or URN"
          value={query}
          onChange={setQuery}
          matches={isHit ? hits : undefined}
          className="w-full sm:w-72"
        />
      </div>
      {hits === 0 ? (
        <p className="p-4 text-muted">
          {data.resources.length === 0 ? 'The state has no resources.' : 'No matching resource.'}
        </p>
      ) : (
        <ResourceTree
          label="Entries"
          entries={entries}
          selected={-1}
          onSelect={(index) => void navigate(paths.edit(stack, { urn: entries.urnOf(index), index }))}
          isHit={isHit}
          className="max-h-[62dvh] min-h-40 py-1"
        />
      )}
    </Card>
  )
}

/** Pending operations of resources that are not in the state: they have no row. */
function Unlisted({ stack, pending }: { stack: StackRef } & Pick<ResourceList, 'pending'>) {
  const names = pending.filter(({ isLive }) => !isLive).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p>
      Not in the list: {firstOf(names, FEW)}, which may or may not exist.{' '}
      <TextLink to={paths.recover(stack)}>{counted(names.length, 'pending operation')}</TextLink>
    </p>
  )
}
