import { type ReactNode, useState } from 'react'
import type { StackSummary } from '#contract/stacks.ts'
import { sharedCause } from '#domain/health/sharedCause.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { counted, number } from '#words/counts.ts'

/** Number of stacks that a group names while it is closed. */
const NAMED = 3

type Props = {
  stacks: readonly [StackSummary, ...StackSummary[]]
  itemOf: (stack: StackSummary) => ReactNode
  hideOrg: boolean
  /** Whether there are more like these than the server sent. */
  isMore: boolean
}

/** Several stacks for which one cause is likely: the cause, who is affected, and each of them on demand. */
export function SharedNeeds({ stacks, itemOf, hideOrg, isMore }: Props) {
  const [isOpen, setOpen] = useState(false)
  const cause = useServerTime((now) => sharedCause(stacks, now))
  const [first] = stacks
  const kinds = new Set(stacks.map(({ lastUpdate }) => lastUpdate?.kind))
  const count = `${isMore ? 'At least ' : ''}${number(stacks.length)} stacks`
  return (
    <>
      <article aria-label={`${count} with one cause`} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
            <span className="font-semibold">{count}</span>
            <HealthStatus health={first.health} lastKind={kinds.size === 1 ? first.lastUpdate?.kind : undefined} />
          </p>
          <p className="line-clamp-3 wrap-anywhere text-ink" title={cause}>
            {cause}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {stacks.slice(0, NAMED).map(({ id, ref }) => (
              <StackName key={id} stack={ref} hideOrg={hideOrg} />
            ))}
            {stacks.length > NAMED && <span>and {counted(stacks.length - NAMED, 'other stack')}</span>}
          </p>
        </div>
        {isMore ? (
          // Those that are here are not all, so the list of stacks has them.
          <LinkButton to={paths.stacks({ health: first.health, sort: 'health' })}>Show all</LinkButton>
        ) : (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide them' : `Show ${number(stacks.length)}`}
          </Button>
        )}
      </article>
      {isOpen && (
        <ul className="divide-y divide-line border-t border-line bg-sunken" aria-label={`${count} with one cause`}>
          {stacks.map((stack) => (
            <li key={stack.id}>{itemOf(stack)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
