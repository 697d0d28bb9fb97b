import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Boxes from 'lucide-react/icons/boxes'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { shortType } from '#domain/state/shortType.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { factsOfRow } from '#src/features/editor/entryFacts.ts'
import { EntryMenu } from '#src/features/editor/EntryMenu.tsx'
import { useCannotWrite } from '#src/features/recovery/wizard/useBlocked.ts'
import { entriesOfRows, matcher } from '#src/features/resources/entries.ts'
import { ResourceDetails } from '#src/features/resources/ResourceDetails.tsx'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { useDraft } from '#src/lib/useDraft.ts'
import { counted, number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { NeverUpdated } from './NeverUpdated.tsx'
import { PendingNotice } from './PendingNotice.tsx'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(resourceQueries.list(stackOf(params)))

type Change = Partial<Record<'search' | 'type' | 'urn', string>>

/** Every resource of the state as a tree, with search, type and selection in the address. */
export default function ResourcesPage() {
  const ref = useStackRef()
  const { data } = useSuspenseQuery(resourceQueries.list(ref))
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const blocked = useCannotWrite(ref, { lease: stack.leaseCard })
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const type = address.get('type') ?? ''
  const urn = address.get('urn')

  const change = (change: Change, options: { replace: boolean }) =>
    setAddress(
      (now) => {
        for (const [name, value] of Object.entries(change)) {
          if (value) now.set(name, value)
          else now.delete(name)
        }
        return now
      },
      { ...options, preventScrollReset: true },
    )
  const [draft, setDraft] = useDraft(search, (text) => change({ search: text }, { replace: true }))

  const entries = useMemo(() => entriesOfRows(data.resources), [data.resources])
  const types = useMemo(() => typesOf(data.resources), [data.resources])
  const isHit = useMemo(() => {
    const matches = matcher(entries, search)
    if (type === '') return matches
    return (index: number) => entries.typeOf(index) === type && (matches?.(index) ?? true)
  }, [entries, search, type])
  const hits = useMemo(
    () =>
      isHit ? data.resources.reduce((count, _, index) => count + (isHit(index) ? 1 : 0), 0) : data.resources.length,
    [data.resources, isHit],
  )
  const selected = urn === null ? -1 : entries.indexOf(urn)
  const row = data.resources[selected]
  const clear = () => {
    setDraft('')
    change({ search: '', type: '' }, { replace: false })
  }

  if (data.resources.length === 0 && data.pending.length === 0) {
    return data.version === 0 ? <NeverUpdated stack={ref} /> : <NothingLeft />
  }
  return (
    <>
      <PendingNotice stack={ref} pending={data.pending} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search resources"
          placeholder="Name, type or URN"
          value={draft}
          onChange={setDraft}
          matches={isHit ? hits : undefined}
          className="w-full sm:w-72"
        />
        <div className="w-full sm:w-64">
          <SelectField
            label="Type"
            hideLabel
            value={types.some((each) => each.value === type) ? type : ''}
            options={[{ value: '', label: `All types (${types.length})` }, ...types]}
            onChange={(chosen) => change({ type: chosen }, { replace: false })}
          />
        </div>
        <p className="text-sm text-muted">
          {isHit
            ? `${number(hits)} of ${counted(data.resources.length, 'resource')}`
            : counted(data.resources.length, 'resource')}{' '}
          in version {data.version}
        </p>
        <LinkButton size="sm" to={paths.edit(ref)} className="ml-auto">
          Edit the state
        </LinkButton>
      </div>
      <div className={cx('grid min-w-0 gap-4', selected >= 0 && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}>
        <Card padding="none" className="min-w-0">
          {hits === 0 ? (
            <EmptyState
              Icon={SearchX}
              title="No resource matches"
              action={<Button onClick={clear}>Clear filters</Button>}
            >
              {[search && `“${search}”`, type && `of type ${type}`].filter(Boolean).join(' ')}
            </EmptyState>
          ) : (
            <ResourceTree
              label="Resources"
              entries={entries}
              selected={selected}
              onSelect={(index) => change({ urn: entries.urnOf(index) }, { replace: selected >= 0 })}
              isHit={isHit}
              className="max-h-[calc(100dvh-18rem-var(--above-page,0px))] min-h-48"
            />
          )}
        </Card>
        {selected >= 0 && (
          <Card padding="none" className="order-first min-w-0 lg:order-none">
            <ResourceDetails
              stack={ref}
              entries={entries}
              index={selected}
              linkTo={(other) =>
                paths.resources(ref, { search: search || undefined, type: type || undefined, urn: other })
              }
              onClose={() => change({ urn: '' }, { replace: false })}
              actions={
                row && (
                  <EntryMenu
                    entry={factsOfRow(row)}
                    blocked={blocked}
                    onAction={(action) =>
                      void navigate(paths.edit(ref, { urn: row.urn, index: row.index, do: action }))
                    }
                  />
                )
              }
              className="max-h-[60dvh] lg:max-h-[calc(100dvh-18rem-var(--above-page,0px))]"
            />
          </Card>
        )}
      </div>
    </>
  )
}

const NothingLeft = () => (
  <Card>
    <EmptyState Icon={Boxes} title="The state holds no resources">
      Everything was destroyed, or nothing was made yet. The next <code className="font-mono">pulumi up</code> fills it.
    </EmptyState>
  </Card>
)

/** Types in the order of their short names, each with how many there are. */
function typesOf(resources: readonly { type: string }[]): { value: string; label: string }[] {
  const counts = new Map<string, number>()
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, label: `${shortType(value)} (${number(count)})` }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
