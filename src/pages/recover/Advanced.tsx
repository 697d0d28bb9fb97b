import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { TakeLockButton } from '#src/features/lease/maintenance/TakeLock.tsx'
import { Ticks } from '#src/features/recovery/effect/Ticks.tsx'
import { InterruptedRun } from '#src/features/recovery/pending/InterruptedRun.tsx'
import { runTitle } from '#src/features/updates/words.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { number } from '#words/counts.ts'
import { FindingsTable } from './FindingsTable.tsx'
import { isOrphaned } from './onePath.ts'
import { OtherRecoveries } from './OtherRecoveries.tsx'

type Props = {
  stack: StackRef
  diagnosis: Diagnosis
  /** The findings that the first step resolves. */
  parts: readonly Finding[]
  /** The lease is free, and manual work in the cloud is needed. */
  canHold: boolean
  /** A lock of someone else. */
  lock: MaintenanceLock | undefined
}

/**
 * Everything besides the main path: each kind of operation by itself, the progress of the run, a lock, passed checks,
 * other tools.
 */
export function Advanced({ stack, diagnosis, parts, canHold, lock }: Props) {
  const { interrupted, findings, fine, pending } = diagnosis
  const ended = parts.find((finding) => isOrphaned(finding, diagnosis))
  // The main action resolves all of them together.
  const kinds = parts.filter((finding) => finding !== ended && finding.recovery !== 'resolve-operations')
  const isOnlyTools =
    findings.length === 0 && kinds.length <= 1 && !canHold && (!interrupted || interrupted.resolved !== null)
  if (isOnlyTools)
    return (
      <Disclosure summary="Other recovery tools" open>
        <OtherRecoveries stack={stack} diagnosis={diagnosis} lock={lock} />
      </Disclosure>
    )
  return (
    <Disclosure summary="Advanced" open={findings.length === 0}>
      <div className="flex min-w-0 flex-col gap-6 pt-1">
        {interrupted && !interrupted.resolved && (
          <Part title={`How far ${runTitle(interrupted.update).toLowerCase()} got`}>
            {ended && <p className="max-w-3xl">{ended.explanation}</p>}
            <InterruptedRun
              interrupted={interrupted}
              isListed={parts.length > 0 && interrupted.inFlight.length === pending.length}
            />
          </Part>
        )}
        {kinds.length > 1 && (
          <Part title="Resolve by type">
            <FindingsTable label="Resolve by type" findings={kinds} stack={stack} diagnosis={diagnosis} />
          </Part>
        )}
        {canHold && (
          <Part title="Lock">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <TakeLockButton stack={stack} />
              <p className="min-w-48 flex-1 text-sm text-muted">
                Blocks updates while you investigate. Previews still work.
              </p>
            </div>
          </Part>
        )}
        {findings.length > 0 && (
          <Part title={`Passed checks (${number(fine.length)})`}>
            <Ticks items={fine} />
          </Part>
        )}
        <OtherRecoveries stack={stack} diagnosis={diagnosis} lock={lock} />
      </div>
    </Disclosure>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2">
    <h2 className="text-base font-semibold">{title}</h2>
    {children}
  </section>
)
