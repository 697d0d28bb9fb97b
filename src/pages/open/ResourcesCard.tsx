import ListTree from 'lucide-react/icons/list-tree'
import SearchX from 'lucide-react/icons/search-x'
import Workflow from 'lucide-react/icons/workflow'
import { Suspense, useMemo, useState } from 'react'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import type { EntryAction } from '#src/features/editor/entryActions.ts'
import { entriesOfGraph, matcher } from '#src/features/resources/entries.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { cx } from '#src/lib/cx.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { number } from '#words/counts.ts'
import { EntryDetails } from './entries/EntryDetails.tsx'
import { EntryEdit } from './entries/EntryEdit.tsx'
import { loadGraphView } from './loadGraphView.ts'

const GraphView = lazyPart(async () => (await loadGraphView()).GraphView, PartMissing)

/** With more resources than this, a picture says less than the tree. */
const MAX_DRAWN = 4_000

type Props = { opened: OpenedState; session: OpenSession; onChanged: (opened: OpenedState) => void }

/** The content of the state as a tree or a picture, and one entry to examine and edit. */
export function ResourcesCard({ opened: { columns }, session, onChanged }: Props) {
  const entries = useMemo(() => entriesOfGraph(columns), [columns])
  const [selected, setSelected] = useState(-1)
  const [editing, setEditing] = useState<{ index: number; action: EntryAction }>()
  const [query, setQuery] = useState('')
  const [view, setView] = useState<'tree' | 'graph'>('tree')
  const isHit = useMemo(() => matcher(entries, query), [entries, query])
  const hits = useMemo(() => (isHit ? columns.names.filter((_, index) => isHit(index)).length : 0), [columns, isHit])
  if (entries.count === 0) {
    return (
      <Card title="Resources">
        <EmptyState Icon={ListTree} title="This state has no resources">
          Everything was destroyed, or nothing was created yet.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title={`Resources (${number(entries.count)})`}
      padding="none"
      actions={
        <div role="group" aria-label="View of the resources" className="flex gap-1">
          <Button
            size="sm"
            look="plain"
            aria-pressed={view === 'tree'}
            className={pressed(view === 'tree')}
            onClick={() => setView('tree')}
          >
            <ListTree aria-hidden /> Tree
          </Button>
          <Button
            size="sm"
            look="plain"
            aria-pressed={view === 'graph'}
            className={cx('max-md:hidden', pressed(view === 'graph'))}
            onClick={() => setView('graph')}
            blocked={entries.count > MAX_DRAWN ? `Too many to draw here: more than ${number(MAX_DRAWN)}.` : undefined}
          >
            <Workflow aria-hidden /> Graph
          </Button>
        </div>
      }
    >
      {view === 'tree' && (
        <div className="border-b border-line p-2">
          <SearchField
            label="Search resources"
            placeholder="Name, type or URN"
            value={query}
            onChange={setQuery}
            matches={isHit ? hits : undefined}
            className="sm:w-72"
          />
        </div>
      )}
      <div className={cx('grid min-w-0', selected >= 0 && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}>
        {view === 'graph' ? (
          <div className="h-[32rem] min-w-0">
            <Suspense fallback={<Skeleton label="Loading the graph" rows={8} />}>
              <GraphView columns={columns} entries={entries} selected={selected} onSelect={setSelected} />
            </Suspense>
          </div>
        ) : isHit && hits === 0 ? (
          <EmptyState
            Icon={SearchX}
            title="No resource matches"
            action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
          >
            “{query}”
          </EmptyState>
        ) : (
          <ResourceTree
            label="Resources"
            entries={entries}
            selected={selected}
            onSelect={setSelected}
            isHit={isHit}
            className="max-h-[28rem] min-h-40 py-1"
          />
        )}
        {selected >= 0 && (
          <EntryDetails
            key={selected}
            session={session}
            columns={columns}
            entries={entries}
            index={selected}
            onSelect={setSelected}
            onAction={(action) => setEditing({ index: selected, action })}
            className="max-h-[32rem] border-line max-lg:order-first max-lg:border-b lg:border-l"
          />
        )}
      </div>
      {editing && (
        <EntryEdit
          key={`${editing.index} ${editing.action}`}
          session={session}
          entries={entries}
          {...editing}
          onChanged={(next) => {
            setEditing(undefined)
            setSelected(-1)
            onChanged(next)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  )
}

const pressed = (isPressed: boolean): string => (isPressed ? 'bg-hover' : '')
