import type { ReactNode } from 'react'
import type { Diagnosis } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import { Time } from '#src/ui/Time.tsx'
import { OperationList } from '../effect/OperationList.tsx'

type Props = {
  interrupted: NonNullable<Diagnosis['interrupted']>
  /** The operations with an unknown outcome are on the page already. */
  isListed?: boolean
}

/**
 * How far a failed or interrupted run came: what is saved, what failed, what is unknown, what was not reached, what
 * arrived late.
 */
export function InterruptedRun({
  interrupted: { finished, failed, inFlight, untouched, late, mayStillRunSince },
  isListed = false,
}: Props) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        <Part title={`Completed and saved (${number(finished.length)})`}>
          <OperationList label="Finished operations" operations={finished} none="No operation completed." />
        </Part>
        {failed.length > 0 && (
          <Part title={`Failed (${number(failed.length)})`}>
            <OperationList label="Failed operations" operations={failed} none="None." />
          </Part>
        )}
        <Part title={`Outcome unknown (${number(inFlight.length)})`}>
          {isListed ? (
            <p className="text-muted">Listed above.</p>
          ) : (
            <OperationList label="Operations in flight" operations={inFlight} none="Nothing was in flight." />
          )}
        </Part>
        <Part title="Never started">
          <p className="text-muted">
            {untouched === null
              ? 'Unknown: the log is too long, or the CLI sent none.'
              : untouched === 0
                ? 'All existing resources were processed.'
                : mayStillRunSince === null
                  ? `${counted(untouched, 'existing resource')} ${plural(untouched, 'was not reached and is', 'were not reached and are')} unchanged.`
                  : `${counted(untouched, 'existing resource')} ${plural(untouched, 'was', 'were')} not reached until the update ended.`}
          </p>
        </Part>
      </div>
      {late.length > 0 && (
        <Part title="Reported after the lease expired">
          <p className="mb-1 text-sm text-muted">Kept as evidence, not applied: the CLI no longer held the lease.</p>
          <ul aria-label="Reported after the lease expired" className="flex flex-col gap-0.5">
            {late.map(({ at, what }, index) => (
              <li key={index} className="wrap-anywhere">
                {what} <Time at={at} className="text-sm text-muted" />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1 font-semibold">{title}</h3>
    {children}
  </section>
)
