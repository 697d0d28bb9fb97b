import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { RecordView } from '#src/features/recovery/record/RecordView.tsx'
import { stepsOfRecord } from '#src/features/recovery/pages.ts'
import { FRESH } from '#src/features/recovery/record/UndoButton.tsx'
import { healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { paths } from '#src/lib/paths.ts'
import { ProgressSteps } from '#src/ui/ProgressSteps.tsx'
import { counted } from '#words/counts.ts'
import { allOf } from '#domain/recoveries/pageOf.ts'

/** A recovery that was carried out. */
export function RecordPage({ stack, id }: { stack: StackRef; id: string }) {
  const { data: record } = useSuspenseQuery(recoveryQueries.one(stack, id))
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const isInvalid = record.stillInvalid !== null
  // Only for the way to what is left.
  const isUnfinished = isInvalid || (detail !== undefined && detail.pendingCount > 0)
  const { data } = useQuery({ ...recoveryQueries.diagnosis(stack), enabled: isUnfinished })
  // One that was read before the recovery still lists what it resolved.
  const diagnosis = data && data.now >= record.at ? data : undefined
  const repair = isInvalid ? repairOf(diagnosis) : undefined
  const { data: rest } = useQuery({
    ...recoveryQueries.options(stack, repair ?? 'fix-references'),
    enabled: repair !== undefined,
  })
  const { state } = useLocation()
  const isFresh = isFreshState(state)
  // After the wizard it shows the wizard's last step; otherwise it is a record.
  const steps = isFresh ? stepsOfRecord(record, stepCount(state)) : undefined
  return (
    <section aria-labelledby="record" className="flex flex-col gap-3">
      {steps && <ProgressSteps label="Steps of the recovery" steps={steps} current="proof" />}
      <RecordView
        record={record}
        headingId="record"
        isFresh={isFresh}
        isDone={detail !== undefined && isWell(detail)}
        next={diagnosis && nextOf(diagnosis)}
        rest={rest && rest.basis.version >= (record.version ?? 0) ? rest : undefined}
      />
    </section>
  )
}

/** Nothing is left to recover, whatever runs since. */
const isWell = ({ health, pendingCount }: Pick<StackDetail, 'health' | 'pendingCount'>): boolean =>
  pendingCount === 0 && (healthLooks[health].action === 'none' || healthLooks[health].action === 'lease')

/** The recovery of an invalid state: each lists all errors, its own first. */
const repairOf = (diagnosis: Diagnosis | undefined): RecoveryId | undefined =>
  diagnosis?.findings.flatMap(({ recovery }) =>
    recovery !== null && catalogue[recovery].phase === 'integrity' ? recovery : [],
  )[0]

/** After a release: the operations that were in flight. */
function nextOf({ stack, lease, pending }: Diagnosis): { label: string; to: string; operations: number } | undefined {
  if (lease !== null || pending.length === 0) return undefined
  const operations = pending.length
  return { label: `Resolve ${counted(operations, 'operation')}`, to: paths.recovery(stack, allOf(pending)), operations }
}

const isFreshState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isFresh' in state && state.isFresh === FRESH.isFresh

const stepCount = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'steps' in state && typeof state.steps === 'number'
    ? state.steps
    : undefined
