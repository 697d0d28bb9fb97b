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
    decidedAt !== null && !isRefusal && !isLate ? `, after waiting for ${durationText(decidedAt - since)}` : ''
  return (
    <li className="flex min-w-0 gap-2">
      <Icon className={cx('mt-0.5 size-4 shrink-0', toneClasses[tone].text)} aria-hidden />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{decisionText(approval, names, fate)}</span>{' '}
          <Mono className="text-muted">{type}</Mono>
          {decidedAt !== null && (
            <span className="text-muted">
              {' '}
              · <Time at={decidedAt} />
              {waited}
            </span>
          )}
        </p>
        {fate !== undefined && <p>{FATES[fate]}</p>}
        {decisions
          .filter(({ reason }) => reason !== '')
          .map(({ by, reason }) => (
            <p key={by.login} className="text-sm wrap-anywhere">
              “{reason}”
            </p>
          ))}
        <p className="text-sm text-muted">
          {why} <Kept approval={approval} />
        </p>
      </div>
    </li>
  )
}

/** Until when the same step needs no other approval. */
function Kept({ approval: { keptUntil } }: { approval: Approval }) {
  const until = useServerTime((now) => (keptUntil !== null && now < keptUntil ? shortTime(keptUntil, now) : ''))
  return until !== '' && <>The same step needs no other approval until {until}.</>
}
