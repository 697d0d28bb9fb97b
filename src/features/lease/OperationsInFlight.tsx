import type { OperationInFlight } from '#contract/leases.ts'
import { Elapsed } from '#src/ui/Time.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Shortened } from './Shortened.tsx'

/** The words of the journal's operation types; what is not known is shown as it was sent. */
const verbs: Readonly<Record<string, string>> = {
  creating: 'creating',
  updating: 'updating',
  deleting: 'deleting',
  reading: 'reading',
  importing: 'importing',
}

const byAge = (a: OperationInFlight, b: OperationInFlight): number => (a.since ?? Infinity) - (b.since ?? Infinity)

/** What was started and has not ended, the oldest first: it is the one that holds everything up. */
export function OperationsInFlight({
  operations,
  isOver,
}: {
  operations: readonly OperationInFlight[]
  isOver: boolean
}) {
  if (operations.length === 0) {
    return <p className="text-muted">{isOver ? 'Nothing was in flight.' : 'Nothing is in flight at this moment.'}</p>
  }
  return (
    <Shortened
      items={operations.toSorted(byAge)}
      few={5}
      keyOf={({ type, urn }, index) => `${index}:${type}:${urn}`}
      render={({ type, name, resourceType, since, urn }) => (
        <span className="flex flex-wrap items-baseline justify-between gap-x-4" title={urn}>
          <span className="min-w-0 wrap-anywhere">
            <span className="text-muted">{verbs[type] ?? type}</span> <strong className="font-medium">{name}</strong>{' '}
            <Mono className="text-muted">{resourceType}</Mono>
          </span>
          {since !== null && (
            <span className="text-sm text-muted">
              {isOver ? 'begun ' : 'for '}
              <Elapsed since={since} />
              {isOver && ' ago'}
            </span>
          )}
        </span>
      )}
    />
  )
}
