import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Boxes from 'lucide-react/icons/boxes'
import ListTree from 'lucide-react/icons/list-tree'
import Table2 from 'lucide-react/icons/table-2'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { ResourceHistory } from '#contract/resources.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { factsOfRow } from '#src/features/editor/entryFacts.ts'
import { EntryMenu } from '#src/features/editor/EntryMenu.tsx'
import { useCannotWrite } from '#src/features/recovery/wizard/useBlocked.ts'
import { type ResourceSort, SORTS } from '#src/features/resources/columns.ts'
import { entriesOfRows, matcher } from '#src/features/resources/entries.ts'
import { ResourceDetails } from '#src/features/resources/ResourceDetails.tsx'
import { isOpenRows, type OpenRows, ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { useKept } from '#src/lib/keptState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { counted, number } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { SplitPane } from '#src/ui/SplitPane.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { NeverUpdated } from './NeverUpdated.tsx'
import { PendingNotice } from './PendingNotice.tsx'
import { changeFact, rowFacts, sorted } from './resourceFacts.ts'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(resourceQueries.list(stackOf(params)))

const NONE: OpenRows = []

type Change = Partial<Record<'search' | 'type' | 'urn' | 'view' | 'sort', string>>

/** All resources of the state as a tree or a table, with search, type, order and selection in the address. */
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
  const isTable = address.get('view') === 'table'
  const sort = sortOf(address.get('sort'))
  const openRows = useKept('open rows', isOpenRows, NONE)
  const { data: history } = useQuery(resourceQueries.history(ref))

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
  const { org, project, stack: name } = ref
  const facts = useMemo(
    () => rowFacts({ org, project, stack: name }, data.resources, entries, history),
    [org, project, name, data.resources, entries, history],
  )
  const { by, isDown } = sort
  const order = useMemo(() => {
    if (!isTable) return undefined
    const places = data.resources.flatMap((_, index) => (isHit === undefined || isHit(index) ? [index] : []))
    return sorted(places, entries, facts, { by, isDown })
  }, [isTable, data.resources, isHit, entries, facts, by, isDown])
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
          placeholder="Name, type, ID or URN"
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
        <div className="ml-auto flex items-center gap-2">
          <ViewChoice isTable={isTable} onChoose={(view) => change({ view }, { replace: true })} />
          <LinkButton size="sm" to={paths.edit(ref)}>
            Edit the state
          </LinkButton>
        </div>
      </div>
      {urn !== null && selected < 0 && (
        <Notice
          tone="attention"
          title="This resource is not in the state any more"
          actions={
            <>
              <LinkButton size="sm" to={paths.search({ q: urnName(urn) })}>
                Search all stacks
              </LinkButton>
              <Button size="sm" onClick={() => change({ urn: '' }, { replace: true })}>
                Dismiss
              </Button>
            </>
          }
        >
          Version {data.version} has no <UrnText urn={urn} max={60} />. It was deleted, renamed, or moved to another
          stack.
        </Notice>
      )}
      <SplitPane
        name="resource"
        label="Width of the details"
        side={
          selected >= 0 && (
            <Card padding="none">
              <ResourceDetails
                stack={ref}
                entries={entries}
                index={selected}
                tags={stack.tags}
                isOpenFirst
                history={history && <History stack={ref} urn={entries.urnOf(selected)} history={history} />}
                linkTo={(other) => {
                  const to = new URLSearchParams(address)
                  to.set('urn', other)
                  return `${paths.resources(ref)}?${to}`
                }}
                onClose={() => change({ urn: '' }, { replace: false })}
                questions={
                  <>
                    <LinkButton size="sm" to={paths.graph(ref, { focus: entries.urnOf(selected) })}>
                      Focus in the graph
                    </LinkButton>
                    <LinkButton size="sm" to={paths.graph(ref, { focus: entries.urnOf(selected), view: 'reach' })}>
                      Blast radius
                    </LinkButton>
                  </>
                }
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
                className="max-h-[60dvh] lg:max-h-[calc(100dvh-16rem-var(--above-page,0px))]"
              />
            </Card>
          )
        }
      >
        <Card padding="none">
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
              facts={facts}
              kept={openRows}
              flat={
                order && {
                  order,
                  sort: {
                    ...sort,
                    onSort: (to) => change({ sort: to === by && !isDown ? `-${to}` : to }, { replace: true }),
                  },
                }
              }
              className="max-h-[calc(100dvh-16rem-var(--above-page,0px))] min-h-48"
            />
          )}
        </Card>
      </SplitPane>
    </>
  )
}

/** A column; descending with a minus before it. */
function sortOf(text: string | null): { by: ResourceSort; isDown: boolean } {
  const isDown = text?.startsWith('-') ?? false
  const by = SORTS.find((each) => each === (isDown ? text?.slice(1) : text))
  return by === undefined ? { by: 'name', isDown: false } : { by, isDown }
}

const ViewChoice = ({ isTable, onChoose }: { isTable: boolean; onChoose: (view: '' | 'table') => void }) => (
  <div role="group" aria-label="View" className="flex gap-1">
    <Button size="sm" look={isTable ? 'plain' : 'quiet'} aria-pressed={!isTable} onClick={() => onChoose('')}>
      <ListTree aria-hidden /> Tree
    </Button>
    <Button size="sm" look={isTable ? 'quiet' : 'plain'} aria-pressed={isTable} onClick={() => onChoose('table')}>
      <Table2 aria-hidden /> Table
    </Button>
  </div>
)

/** Links to the updates that created and last changed a resource. */
function History({ stack, urn, history }: { stack: StackRef; urn: string; history: ResourceHistory }) {
  const entry = history.changes.find((each) => each.urn === urn)
  const change = changeFact(stack, entry, history)
  if (change === undefined) return 'Not in the latest updates'
  const { created, changed } = entry ?? { created: null, changed: null }
  return (
    <>
      {created !== null && created !== changed && (
        <>
          <TextLink to={paths.update(stack, created)}>Created by update {created}</TextLink>,{' '}
        </>
      )}
      {change.to === undefined ? change.title : <TextLink to={change.to}>{change.title}</TextLink>}
    </>
  )
}

const NothingLeft = () => (
  <Card>
    <EmptyState Icon={Boxes} title="The state has no resources">
      Everything was destroyed, or nothing was created yet. The next <code className="font-mono">pulumi up</code> fills
      it.
    </EmptyState>
  </Card>
)

/** Types sorted by short name, each with its count. */
function typesOf(resources: readonly { type: string }[]): { value: string; label: string }[] {
  const counts = new Map<string, number>()
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, label: `${shortType(value)} (${number(count)})` }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
