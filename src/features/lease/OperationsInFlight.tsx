import type { OperationInFlight } from '#contract/leases.ts'
import { shortType } from '#domain/state/shortType.ts'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { Shortened } from './Shortened.tsx'

/** The journal's operation types in words; unknown ones are shown as received. */
const verbs: Readonly<Record<string, string>> = {
  creating: 'creating',
  updating: 'updating',
  deleting: 'deleting',
  reading: 'reading',
  importing: 'importing',
}

const byAge = (a: OperationInFlight, b: OperationInFlight): number => (a.since ?? Infinity) - (b.since ?? Infinity)

/** Operations that have started and not ended, oldest first: the oldest holds everything up. */
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
            <span className="text-sm text-muted" title={resourceType}>
              {shortType(resourceType)}
            </span>
          </span>
          {since !== null && (
            <span className="text-sm text-muted">
              {isOver ? (
                <>
                  started <Time at={since} />
                </>
              ) : (
                <>
                  for <Elapsed since={since} />
                </>
              )}
            </span>
          )}
        </span>
      )}
    />
  )
}
