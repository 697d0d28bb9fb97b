import type { Collision } from '#contract/leases.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { runTitle } from '#src/features/lease/words.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** The refusals of this week: who was refused by whom, and for how long. */
export const Collisions = ({ collisions }: { collisions: readonly Collision[] }) => (
  <Card
    title="Refused this week"
    padding="none"
    actions={collisions.length > 0 && <span className="text-muted">{counted(collisions.length, 'collision')}</span>}
  >
    {collisions.length === 0 ? (
      <p className="px-4 py-6 text-center text-muted">No one was refused in the last 7 days.</p>
    ) : (
      <Table label="Refused this week" narrow="cards">
        <THead>
          <Tr>
            <Th>Stack</Th>
            <Th>Refused</Th>
            <Th>By</Th>
            <Th align="right">Times</Th>
            <Th>Last</Th>
            <Th align="right">Blocked for</Th>
          </Tr>
        </THead>
        <TBody>
          {collisions.map((collision) => (
            <Row
              key={`${collision.first}:${collision.refused.login}:${collision.version}`}
              collision={collision}
              hideOrg={hasOneOrg(collisions.map(({ stack }) => stack))}
            />
          ))}
        </TBody>
      </Table>
    )}
  </Card>
)

function Row({ collision, hideOrg }: { collision: Collision; hideOrg: boolean }) {
  const { stack, refused, holder, kind, version, times, first, last, until } = collision
  return (
    <Tr>
      <Td className="min-w-34 max-sm:order-1">
        <StackName stack={stack} hideOrg={hideOrg} />
      </Td>
      <Td className="py-1 max-sm:order-3">
        <HolderName actor={refused} />
      </Td>
      <Td className="py-1 max-sm:order-5 max-sm:col-span-2">
        <span className="text-sm text-muted sm:hidden">by </span>
        {holder === null ? (
          <span className="text-attention">maintenance</span>
        ) : (
          <>
            <HolderName actor={{ ...holder, tokenName: null }} ci={collision.ci} />
            {version !== null && kind !== null && (
              <>
                {' · '}
                <TextLink to={paths.update(stack, version)}>{runTitle({ kind, version })}</TextLink>
              </>
            )}
          </>
        )}
      </Td>
      <Td align="right" className="max-sm:order-4 max-sm:self-center">
        {number(times)}
        <span className="sm:hidden"> {plural(times, 'time', 'times')}</span>
      </Td>
      <Td className="whitespace-nowrap text-muted max-sm:order-2 max-sm:text-right">
        <Time at={last} look="cell" />
      </Td>
      <Td align="right" className="whitespace-nowrap max-sm:order-6 max-sm:col-span-2 max-sm:text-left">
        <span className="text-muted sm:hidden">blocked for </span>
        {until === null ? <Elapsed since={first} /> : until - first < 1000 ? '–' : durationText(until - first)}
      </Td>
    </Tr>
  )
}
