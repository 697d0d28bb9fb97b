import type { LeaseVerdict } from '#contract/leases.ts'
import type { StackFilter, StackSummary } from '#contract/stacks.ts'
import { counted, number } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { type SortDirection, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { HealthStatus } from './HealthStatus.tsx'
import { updateWords } from './names.ts'
import { StackMenu } from './StackMenu.tsx'

type Sort = StackFilter['sort']
type Props = { stacks: readonly StackSummary[]; sort: Sort; onSort: (sort: Sort) => void }

/** The one direction in which each column is useful: names from A, the rest from the most. */
const directions = { name: 'asc', health: 'desc', resources: 'desc', activity: 'desc' } as const satisfies Record<
  Sort,
  SortDirection
>

/** Stacks as rows: what they are, how they are, what happened last, who holds them. */
export function StackTable({ stacks, sort, onSort }: Props) {
  const sorting = (by: Sort) => ({ sort: sort === by ? directions[by] : ('none' as const), onSort: () => onSort(by) })
  return (
    <Table label="Stacks" maxHeight="calc(100dvh - 14rem - var(--above-page, 0px))">
      <THead>
        <Tr>
          <Th {...sorting('name')}>Stack</Th>
          <Th {...sorting('health')}>Health</Th>
          <Th {...sorting('activity')}>Last update</Th>
          <Th>Lease</Th>
          <Th align="right" {...sorting('resources')}>
            Resources
          </Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </THead>
      <TBody>
        {stacks.map((stack) => (
          <StackRow key={stack.id} stack={stack} />
        ))}
      </TBody>
    </Table>
  )
}

/** A list knows no signs of life, so it does not call anybody alive. */
const verdictWords = {
  alive: 'held',
  silent: 'silent',
  suspect: 'suspect',
  disconnected: 'disconnected',
  orphaned: 'orphaned',
} as const satisfies Record<LeaseVerdict, string>

function StackRow({ stack }: { stack: StackSummary }) {
  const { ref, health, healthReason, lastUpdate, lease, resourceCount, pendingCount } = stack
  return (
    <Tr>
      <Td className="min-w-52">
        <TextLink to={paths.stack(ref)} className="wrap-anywhere">
          <span className="text-muted">
            {ref.org}/{ref.project}/
          </span>
          <span className="font-semibold">{ref.stack}</span>
        </TextLink>
      </Td>
      <Td title={healthReason}>
        <HealthStatus health={health} />
      </Td>
      <Td className="whitespace-nowrap">
        {lastUpdate === null ? (
          <span className="text-muted">none yet</span>
        ) : (
          <>
            {updateWords(lastUpdate)}{' '}
            <span className="text-muted">
              by {lastUpdate.by.login}, <Time at={lastUpdate.endedAt ?? lastUpdate.createdAt} />
            </span>
          </>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        {lease === null ? (
          <span className="text-muted">free</span>
        ) : (
          <>
            {lease.holder}{' '}
            <span className="text-muted">
              {lease.verdict === 'orphaned' ? (
                verdictWords.orphaned
              ) : (
                <>
                  {verdictWords[lease.verdict]}, <Countdown until={lease.expiresAt} /> left
                </>
              )}
            </span>
          </>
        )}
      </Td>
      <Td align="right" className="whitespace-nowrap">
        {number(resourceCount)}
        {pendingCount > 0 && <span className="text-attention"> +{counted(pendingCount, 'pending', 'pending')}</span>}
      </Td>
      <Td align="right" className="w-10 px-1">
        <StackMenu stack={stack} />
      </Td>
    </Tr>
  )
}
