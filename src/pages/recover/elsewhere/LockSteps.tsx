import type { ReactNode } from 'react'
import type { ForeignHolder } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding, PendingItem } from '#contract/recoveries.ts'
import { lastPart } from '#domain/backends/diy/layout.ts'
import { EvidenceDetails } from '#src/features/recovery/effect/EvidenceDetails.tsx'
import { FindingFacts, LearnMore } from '#src/features/recovery/FindingCard.tsx'
import { cloudWords } from '#src/features/recovery/headline.ts'
import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { counted } from '#words/counts.ts'
import { FindingAction } from '../FindingAction.tsx'
import { PendingRows } from '../PendingRows.tsx'

/** Why what follows a lock cannot be done yet. */
export const AFTER_LOCK = 'Remove the lock first, once its run has ended'

/** Whether one lock is left of a run that has probably ended: then its removal and what follows have an order. */
export const isDeadLock = (holder: ForeignHolder | null): holder is ForeignHolder =>
  holder?.word === 'probablyDead' && holder.locks.length === 1

type Props = {
  stack: StackRef
  diagnosis: Diagnosis
  holder: ForeignHolder
  /** The finding about the lock. */
  finding: Finding
  /** The findings about what is pending. */
  operations: readonly Finding[]
  isFirst: boolean
}

/** The way out of a lock that was probably abandoned, in order: each step with its button. */
export function LockSteps({ stack, diagnosis, holder, finding, operations, isFirst }: Props) {
  const [only, ...others] = operations
  const { pending } = diagnosis
  const [lock] = holder.locks
  return (
    <ol className="flex flex-col divide-y divide-line">
      <Step
        number={1}
        title="Remove exactly this lock, once its run has ended"
        action={<FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={isFirst} />}
        text={
          <>
            Make sure that {runOf(lock)} has ended. If it is still running, leave its lock and wait. Otherwise back up
            the state, then remove only {lock ? <Mono>{lastPart(lock.key)}</Mono> : 'this file'}. You run the commands:
            Holdfast writes nothing.
          </>
        }
      >
        <EvidenceDetails evidence={finding.evidence} />
      </Step>
      {only && (
        <Step
          number={2}
          title={`Resolve ${pendingWords(pending)}`}
          action={
            <div className="flex flex-col gap-1">
              <Button blocked={AFTER_LOCK}>Resolve {pendingWords(pending)}</Button>
              <p className="text-sm text-muted">Once the lock is removed</p>
            </div>
          }
          text={
            <>
              {others.length === 0 ? only.explanation : cloudWords(pending, false)} Look for each in the cloud before
              you answer. <LearnMore finding={only} stack={stack} />
            </>
          }
        >
          <div className="-mx-4 border-y border-line">
            <PendingRows pending={pending} />
          </div>
          {others.length === 0 && <FindingFacts finding={only} stack={stack} isWithoutItems />}
        </Step>
      )}
    </ol>
  )
}

/** `3 creates`, or `3 operations` of several kinds. */
const pendingWords = (pending: readonly PendingItem[]): string =>
  counted(pending.length, pending.every(({ type }) => type === 'creating') ? 'create' : 'operation')

type StepProps = { number: number; title: string; text: ReactNode; action: ReactNode; children: ReactNode }

const Step = ({ number: place, title, text, action, children }: StepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] px-4 py-3">
    <span className="font-semibold text-muted tabular-nums" aria-hidden>
      {place}.
    </span>
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-semibold">{title}</h3>
          <p className="max-w-3xl wrap-anywhere">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  </li>
)

/** The run that took a lock: `the run of runner on ci-runner-7 (process 2214)`, as far as it is known. */
function runOf({ username, hostname, pid }: Partial<ForeignHolder['locks'][number]> = {}): string {
  const where = hostname ? ` on ${hostname}` : ''
  const process = pid ? ` (process ${pid})` : ''
  return username ? `the run of ${username}${where}${process}` : `the run${where}${process}`
}
