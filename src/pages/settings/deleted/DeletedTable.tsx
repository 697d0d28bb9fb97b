import type { DeletedStack } from '#contract/deletedStacks.ts'
import { bothTimes, DAY_MS, durationText } from '#words/time.ts'
import { Person } from '#src/features/people/Person.tsx'
import { Button } from '#src/ui/Button.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { counted, number, plural } from '#words/counts.ts'

type Props = { stacks: readonly DeletedStack[]; onRestore: (stack: DeletedStack) => void }

/** Deleted stacks with what is left of each. */
export const DeletedTable = ({ stacks, onRestore }: Props) => (
  <Table label="Deleted stacks" narrow="cards">
    <THead>
      <Tr>
        <Th>Stack</Th>
        <Th>Deleted</Th>
        <Th>By</Th>
        <Th align="right">Resources</Th>
        <Th align="right">Versions</Th>
        <Th>Last update</Th>
        <Th>Guarantee</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {stacks.map((stack) => (
        <Tr key={stack.id}>
          <Td className="min-w-24 py-1 font-medium wrap-anywhere sm:min-w-40 max-sm:order-1">
            {stack.ref.project}/<wbr />
            {stack.ref.stack}
            {stack.isNameTaken && (
              <span className="block text-xs font-normal text-muted">another stack has this name now</span>
            )}
          </Td>
          <Td className="py-1 whitespace-nowrap max-sm:order-4 max-sm:text-right">
            <InCard>Deleted</InCard>
            <DatedTime at={stack.deletedAt} look="cell" />
          </Td>
          <Td className="min-w-20 wrap-anywhere max-sm:order-3">
            <Person login={stack.deletedBy} />
          </Td>
          <Td align="right" className="max-sm:order-5 max-sm:text-left">
            {number(stack.resourceCount)}
            <span className="sm:hidden"> {plural(stack.resourceCount, 'resource', 'resources')}</span>
            {stack.pendingCount > 0 && (
              <span className="block text-xs whitespace-nowrap text-attention">{stack.pendingCount} pending</span>
            )}
          </Td>
          <Td align="right" className="max-sm:order-7 max-sm:text-left">
            {number(stack.version)}
            <span className="sm:hidden"> {plural(stack.version, 'version', 'versions')}</span>
          </Td>
          <Td className="py-1 whitespace-nowrap max-sm:order-6 max-sm:text-right">
            <InCard>Updated</InCard>
            {stack.lastUpdateAt === null ? (
              <span className="text-muted">never</span>
            ) : (
              <DatedTime at={stack.lastUpdateAt} look="cell" />
            )}
          </Td>
          <Td className="whitespace-nowrap max-sm:order-8 max-sm:self-center max-sm:text-right">
            <KeptUntil at={stack.keptUntil} />
          </Td>
          <Td align="right" className="max-sm:order-2">
            <Button
              size="sm"
              aria-label={`Restore ${stack.ref.project}/${stack.ref.stack}`}
              onClick={() => onRestore(stack)}
            >
              Restore…
            </Button>
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)

function KeptUntil({ at }: { at: number }) {
  const words = useServerTime((now) => {
    const left = at - now
    if (left <= 0) return 'Expired – still recoverable'
    return left < DAY_MS ? `${durationText(left)} left` : `${counted(Math.floor(left / DAY_MS), 'day')} left`
  })
  return (
    <time dateTime={new Date(at).toISOString()} title={bothTimes(at)}>
      {words}
    </time>
  )
}
