import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leaseQueries } from '#src/api/leases.ts'
import { cx } from '#src/lib/cx.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Collisions } from './Collisions.tsx'
import { FEW, HeldLeases, heldWords, isAnyStuck } from './HeldLeases.tsx'
import { fittingRange, Range, TimeAxis } from './TimeAxis.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(leaseQueries.list()), client.ensureQueryData(leaseQueries.board())])

const address = addressState({ range: Range.optional() })

/** All held leases, and expired ones that need attention, on a time axis and one by one; the refusals of this week. */
export default function LeasesPage() {
  const { data, dataUpdatedAt } = useSuspenseQuery(leaseQueries.list())
  const { data: board } = useSuspenseQuery(leaseQueries.board())
  const [{ range }] = useAddressState(address)
  // Decided once: an axis that changes by itself would be misread.
  const [fitting] = useState(() => fittingRange(data, board))
  const { leases, orphaned = [], locks = [], foreign = [] } = data
  const held = { leases: [...orphaned, ...leases], locks, foreign }
  const count = held.leases.length + locks.length + foreign.length
  const isShort = count <= FEW
  const isHeldFirst = isAnyStuck(held)
  // With nothing beside it, the list has the whole width.
  const isBeside = isShort && (board.collisions.length > 0 || count < 2)
  const axis = <TimeAxis leases={data} board={board} range={range ?? fitting} />
  return (
    <>
      <PageHeader
        title="Leases"
        meta={
          <>
            {orphaned.length > 0 && <span>{number(orphaned.length)} interrupted</span>}
            <span>{heldWords(leases)}</span>
            {foreign.length > 0 && <span>{number(foreign.length)} locked in connected backends</span>}
            {locks.length > 0 && <span>{number(locks.length)} locked for maintenance</span>}
            <UpdatedAt at={dataUpdatedAt} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {!isHeldFirst && axis}
        <div
          className={cx(
            'grid items-start gap-x-10 gap-y-4',
            isBeside && 'xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]',
            // A small window has room for one of them.
            isShort && count > 0 && 'max-md:order-first',
          )}
        >
          <HeldLeases {...held} isWide={!isBeside} />
          {/* Below a long list no one would find it, unless some of that is more urgent. */}
          <div className={isShort || isHeldFirst ? undefined : 'order-first'}>
            <Collisions collisions={board.collisions} hasForeign={foreign.length > 0} />
          </div>
        </div>
        {isHeldFirst && axis}
      </div>
    </>
  )
}
