import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo } from 'react'
import { hiddenIn } from '#src/lib/hiddenColumns.ts'
import { useAddressState, type ValuesOf } from '#src/lib/useAddressState.ts'
import { useStable } from '#src/lib/useStable.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import { FavouriteStacks } from './FavouriteStacks.tsx'
import { FilterRow, filterWords, withoutFilters } from '#src/ui/ListFilters.tsx'
import { onlyGroup, worstGroupFirst } from './grouping.ts'
import { GroupTable } from './GroupTable.tsx'
import { OldLayouts } from './OldLayouts.tsx'
import { stackAddress } from './stackFilter.ts'
import { FILTERS, isNarrowed } from './StackFilters.tsx'
import { COLUMNS, STRIP_RUNS, StackTable } from './StackTable.tsx'
import type { StackFilter, StackPage, StackSummary } from '#contract/stacks.ts'

type Props = {
  /** Only stacks of this organization; else those that the address filters. */
  org?: string | undefined
  /** Shown while there are no stacks at all. */
  whenNone: React.ReactNode
}

/** Stacks, searched, filtered, sorted and paged by the address. */
export function StackBrowser({ org, whenNone }: Props) {
  const [address, change] = useAddressState(stackAddress)
  const choice = org === undefined ? address : { ...address, org }
  const filter = filterOf(choice)
  const hidden = useMemo(() => hiddenIn(choice.hide, COLUMNS), [choice.hide])
  const { data, dataUpdatedAt } = useSuspenseQuery(stackQueries.list(filter))
  const groups = useMemo(() => overviewOf(filter.group, data), [filter.group, data])
  const sortBy = useStable((sort: StackFilter['sort']) => change({ sort }))
  const onlyTag = useStable((tag: string) => change({ tag }))
  const clear = (): void => change({ ...withoutFilters(FILTERS), org })
  const { data: session } = useQuery(sessionQueries.current())

  if (data.total === 0 && !isNarrowed(choice) && filter.org === org) return whenNone
  return (
    <div className="flex flex-col gap-3">
      <FilterRow
        filters={FILTERS}
        values={choice}
        onChange={change}
        extra={{ data, organizations: org === undefined ? (session?.organizations ?? []) : [], hidden }}
      />
      {!isNarrowed(choice) && filter.page === 1 && <FavouriteStacks hidden={hidden} onTag={onlyTag} />}
      <OldLayouts stacks={data.stacks} />
      <Card padding="none">
        {data.stacks.length === 0 ? (
          <EmptyState Icon={SearchX} title="No stack matches" action={<Button onClick={clear}>Clear filters</Button>}>
            You asked for stacks {filterWords(FILTERS, choice) || `on page ${filter.page}`}.
          </EmptyState>
        ) : groups ? (
          <GroupTable
            groups={groups.all.slice((data.page - 1) * data.pageSize, data.page * data.pageSize)}
            by={groups.by}
            toGroup={(name) => `?${new URLSearchParams(stackAddress.query(address, onlyGroup(name, groups.by)))}`}
            maxHeight={HIGH}
          />
        ) : (
          <StackTable
            page={data}
            sort={filter.sort}
            onSort={sortBy}
            group={filter.group}
            hidden={hidden}
            onTag={onlyTag}
            mark={favourite}
            maxHeight={HIGH}
          />
        )}
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {groups && `${counted(groups.all.length, 'group')}, `}
          {counted(data.total, 'stack')}, <UpdatedAt at={dataUpdatedAt} />
        </span>
        <Pager
          page={data.page}
          pageSize={data.pageSize}
          total={groups?.all.length ?? data.total}
          onPage={(page) => change({ page })}
        />
      </div>
    </div>
  )
}

/** Where everything is shown twice as large, some rows must be left. */
const HIGH = 'max(24rem, calc(100dvh - 14rem - var(--above-page, 0px)))'

/** The groups in place of their stacks, if these have several pages: nobody would find a group by turning pages. */
const overviewOf = (by: string | undefined, { total, pageSize, groups }: StackPage) =>
  by !== undefined && total > pageSize && groups.length > 1 ? { by, all: worstGroupFirst(groups) } : undefined

const favourite = (stack: StackSummary) => <FavouriteButton stack={stack} />

/** The filter in the address, limited to one organization on that organization's page. */
export const filterFor = (search: URLSearchParams, org: string | undefined): StackFilter => {
  const address = stackAddress.read(search)
  return filterOf(org === undefined ? address : { ...address, org })
}

const filterOf = ({ hide, ...rest }: ValuesOf<typeof stackAddress>): StackFilter => ({
  ...rest,
  runs: hiddenIn(hide, COLUMNS).has('runs') ? 0 : STRIP_RUNS,
})
