import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Timer from 'lucide-react/icons/timer'
import { useState } from 'react'
import type { Approval, ApprovalStatus } from '#contract/approvals.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { cx } from '#src/lib/cx.ts'
import { Card } from '#src/ui/Card.tsx'
import type { Icon } from '#src/ui/icon.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Time } from '#src/ui/Time.tsx'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { personName } from '#words/personName.ts'
import { durationText, shortTime } from '#words/time.ts'
import { type Fate, fateOf } from './fate.ts'
import { decisionText, FATES } from './words.ts'

const LOOKS: Readonly<Record<Exclude<ApprovalStatus, 'waiting'>, { Icon: Icon; tone: Tone }>> = {
  allowed: { Icon: CircleCheck, tone: 'ok' },
  refused: { Icon: CircleX, tone: 'danger' },
  timedOut: { Icon: Timer, tone: 'attention' },
  ended: { Icon: CircleDashed, tone: 'unknown' },
  withdrawn: { Icon: CircleDashed, tone: 'unknown' },
}

/** Steps at first, and more on request. */
const STEP = 5

/** The record of a run: which of its steps were refused or held, who decided, when and why. */
export function DecidedSteps({ approvals, endedAt }: { approvals: readonly Approval[]; endedAt: number | null }) {
  const [shown, setShown] = useState(STEP)
  const decided = approvals.filter(({ status }) => status !== 'waiting')
  if (decided.length === 0) return null
  return (
    <Card title="Approvals" look="section">
      <ul className="flex flex-col gap-2">
        {decided.slice(0, shown).map((approval) => (
          <Decided key={approval.id} approval={approval} fate={fateOf(approval, approvals, endedAt)} />
        ))}
      </ul>
      <ShowMore shown={shown} total={decided.length} step={STEP * 10} onMore={setShown} />
    </Card>
  )
}

function Decided({ approval, fate }: { approval: Approval; fate: Fate }) {
  const { status, isRefusal, type, since, decidedAt, decisions, why } = approval
  const names = useNamesByLogin()
  if (status === 'waiting') return null
  const { Icon, tone } = isRefusal ? { Icon: Ban, tone: 'danger' as const } : LOOKS[status]
  const isLate = fate === 'timedOut' || fate === 'ended'
  const waited =
    decidedAt !== null && !isRefusal && !isLate ? `after waiting for ${durationText(decidedAt - since)}` : ''
  // Each of several users has a time, and the last one decided it.
  const saysWhen = decisions.length > 1 && (status === 'allowed' || status === 'refused')
  return (
    <li className="flex min-w-0 gap-2">
      <Icon className={cx('mt-0.5 size-4 shrink-0', toneClasses[tone].text)} aria-hidden />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{decisionText(approval, names, fate)}</span>{' '}
          <Mono className="text-muted">{type}</Mono>
          {decidedAt !== null && !(saysWhen && waited === '') && (
            <span className="text-muted">
              {' '}
              · {!saysWhen && <Time at={decidedAt} />}
              {!saysWhen && waited !== '' && ', '}
              {waited}
            </span>
          )}
        </p>
        {fate !== undefined && <p>{FATES[fate]}</p>}
        <Decisions decisions={decisions} />
        <p className="text-sm text-muted">
          {why} <Kept approval={approval} isLate={isLate} />
        </p>
      </div>
    </li>
  )
}

/** The reason of who decided; of several users, when each of them did. */
function Decisions({ decisions }: Pick<Approval, 'decisions'>) {
  const names = useNamesByLogin()
  const [first] = decisions
  if (decisions.length < 2)
    return first && first.reason !== '' && <p className="text-sm wrap-anywhere">“{first.reason}”</p>
  const isMixed = decisions.some(({ allow }) => !allow)
  return (
    <ul aria-label="Decisions" className="text-sm">
      {decisions.map(({ by, at, allow, reason }) => (
        <li key={`${by.login} ${at}`} className="wrap-anywhere">
          {personName(by.login, names)}
          {isMixed && (allow ? ' allowed it' : ' refused it')} <Time at={at} className="text-muted" />
          {reason !== '' && `: “${reason}”`}
        </li>
      ))}
    </ul>
  )
}

type KeptProps = { approval: Approval; isLate: boolean }

/**
 * Until when another run may do the same step unasked, also after this run failed. An approval for the rest of a run
 * holds for another one only if it came too late for its own.
 */
function Kept({ approval: { of, keptUntil }, isLate }: KeptProps) {
  const isKept = of === 'step' || isLate
  const until = useServerTime((now) =>
    isKept && keptUntil !== null && now < keptUntil ? shortTime(keptUntil, now) : '',
  )
  return until !== '' && <>A rerun may do this step without asking until {until}.</>
}
