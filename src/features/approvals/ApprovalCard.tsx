import { useQuery } from '@tanstack/react-query'
import Hand from 'lucide-react/icons/hand'
import { useId } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { cx } from '#src/lib/cx.ts'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { Circumstances } from './Circumstances.tsx'
import { DecisionForm, type Outcome } from './DecisionForm.tsx'
import { Effects } from './Effects.tsx'
import { HeldProperties, HeldResource } from './HeldResource.tsx'
import { HeldSteps } from './HeldSteps.tsx'
import { readyWith } from './fate.ts'
import { losses } from './losses.ts'
import { allOf, lateText, question, type RunSteps, shareText } from './words.ts'

type Props = {
  /** Steps of one run, at least one: all wait, or all were not decided in time. */
  approvals: readonly Approval[]
  /** All approvals of the run, as far as they are known. */
  ofRun: readonly Approval[]
  /** How many steps the run has done, and how many it has, if that is known. */
  steps?: RunSteps | undefined
  /** On the page of the run, whose head says who runs it. */
  isOnRun: boolean
  onOutcome: (outcome: Outcome) => void
}

/** Asks a person to allow or to refuse what a run wants to do: to what, why it is asked, what depends on it. */
export function ApprovalCard({ approvals, ofRun, steps, isOnRun, onOutcome }: Props) {
  const titleId = useId()
  const [first] = approvals
  const { data } = useQuery({
    ...approvalQueries.details(first?.stack ?? { org: '', project: '', stack: '' }, first?.updateId ?? ''),
    enabled: first !== undefined,
  })
  if (first === undefined) return null
  const details = new Map(data?.details.map((detail) => [detail.id, detail]))
  const ready = readyWith(approvals, ofRun)
  const only = approvals.length === 1 ? details.get(first.id) : undefined
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'min-w-0 overflow-clip rounded-lg border bg-surface',
        first.status === 'waiting' ? toneClasses.waiting.line : toneClasses.unknown.line,
      )}
    >
      <Head {...{ approvals, ofRun, steps, ready, first, titleId }} />
      {/* What has the focus is not below the buttons, which stay in view. */}
      <div className="@container flex min-w-0 flex-col gap-4 p-4 [&_:is(a,button,input)]:scroll-mb-28">
        {approvals.length === 1 ? (
          <>
            <Effects approvals={approvals} all={approvals} lost={losses(approvals)} ready={ready} />
            <div className="grid gap-x-8 gap-y-3 @2xl:grid-cols-2">
              <Circumstances approval={first} isOnRun={isOnRun} />
              <HeldResource approval={first} detail={only} />
            </div>
            {only && <HeldProperties approval={first} detail={only} />}
            <DecisionForm
              approvals={approvals}
              all={approvals}
              isLate={first.status !== 'waiting'}
              ready={ready}
              lost={losses(approvals)}
              onOutcome={onOutcome}
            />
          </>
        ) : (
          <HeldSteps approvals={approvals} details={details} ready={ready} isOnRun={isOnRun} onOutcome={onOutcome} />
        )}
      </div>
    </section>
  )
}

type HeadProps = Pick<Props, 'approvals' | 'ofRun' | 'steps'> & {
  first: Approval
  /** The number of steps of the batch that are allowed already. */
  ready: number
  titleId: string
}

/** What is asked, since when, and until when; of a run with more steps, how many of them. */
function Head({ approvals, ofRun, steps, ready, first, titleId }: HeadProps) {
  const { status } = first
  const { text, subtle, line } = toneClasses[status === 'waiting' ? 'waiting' : 'unknown']
  return (
    <header
      className={cx('flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-b px-4 py-3', subtle, line)}
    >
      <div className="min-w-0">
        <h2 id={titleId} className="flex gap-2 text-xl font-semibold wrap-anywhere text-ink">
          <Hand className={cx('mt-1 size-5 shrink-0', text)} aria-hidden />
          {question(approvals)}
        </h2>
        {status === 'waiting' && steps && steps.total > approvals.length && (
          <p className="pl-7 text-sm text-muted">{shareText(approvals.length, steps, ready)}</p>
        )}
      </div>
      <p className={cx('font-medium sm:leading-7', text)}>
        {status === 'waiting' ? <Clock approvals={approvals} ready={ready} /> : lateText(approvals, ofRun)}
      </p>
    </header>
  )
}

/** How long they wait, and when the first of them is refused: with it all steps of the batch. */
function Clock({ approvals, ready }: { approvals: readonly Approval[]; ready: number }) {
  const since = Math.min(...approvals.map((each) => each.since))
  const until = Math.min(...approvals.map((each) => each.until))
  const all = approvals.length + ready
  return (
    <>
      Waiting for <Elapsed since={since} /> · {all > 1 && `${allOf(all)} `}
      <RefusedIn until={until} />
    </>
  )
}
