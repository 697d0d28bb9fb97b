import SearchX from 'lucide-react/icons/search-x'
import { isOpenRows, type OpenRows, ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { useKept } from '#src/lib/keptState.ts'
import { QUIET, STEP } from '#src/lib/useAddressState.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { type Change, type AddressValues, sortOf } from './address.ts'
import type { Rows } from './useRows.ts'

const NONE: OpenRows = []

type Props = {
  rows: Rows
  choice: AddressValues
  onChange: (change: Change, options?: typeof QUIET | typeof STEP) => void
}

/** The resources that match, as a tree or a table. */
export function ResourceRows({ rows: { entries, facts, isHit, hits, order, selected }, choice, onChange }: Props) {
  const openRows = useKept('open rows', isOpenRows, NONE)
  const { search, type } = choice
  const sort = sortOf(choice)
  return (
    <Card padding="none">
      {hits === 0 ? (
        <EmptyState
          Icon={SearchX}
          title="No resource matches"
          action={<Button onClick={() => onChange({ search: undefined, type: undefined }, STEP)}>Clear filters</Button>}
        >
          {[search && `“${search}”`, type && `of type ${type}`].filter(Boolean).join(' ')}
        </EmptyState>
      ) : (
        <ResourceTree
          label="Resources"
          entries={entries}
          selected={selected}
          onSelect={(index) => onChange({ urn: entries.urnOf(index) }, selected >= 0 ? QUIET : STEP)}
          isHit={isHit}
          facts={facts}
          kept={openRows}
          flat={
            order && {
              order,
              sort: {
                ...sort,
                onSort: (to) => onChange({ sort: to === sort.by && !sort.isDown ? `-${to}` : to }),
              },
            }
          }
          className="max-h-[72dvh] min-h-48 lg:max-h-[calc(100cqh-2px)]"
        />
      )}
    </Card>
  )
}
