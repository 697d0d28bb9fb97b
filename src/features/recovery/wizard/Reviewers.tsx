import { usePersonName } from '#src/lib/personName.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { Review, ReviewStep } from '#contract/reviews.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { reviewQueries, tellReview } from '#src/api/reviews.ts'
import { useWhyNotOperate } from '#src/api/rights.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number, plural } from '#words/counts.ts'

/** The server forgets a page after a minute of silence. */
const TELL_MS = 20_000

const STEPS = {
  known: 'reviewing',
  answer: 'answering',
  effect: 'previewing the changes',
  confirm: 'about to confirm',
  running: 'writing it now',
} as const satisfies Record<ReviewStep, string>

type Props = {
  stack: StackRef
  /** What this page itself has open, as shown to others; nothing if it is only reading. */
  open?: { recovery: RecoveryId; step: ReviewStep } | undefined
}

/** Who else has a recovery of this stack open, with the hint that only the first confirmation is carried out. */
export function Reviewers({ stack, open }: Props) {
  const [page] = useState(() => Math.random().toString(36).slice(2))
  const { data } = useQuery(reviewQueries.others(stack, page))
  const { data: session } = useQuery(sessionQueries.current())
  useTelling(stack, page, open)
  const others = data?.reviews ?? []
  if (others.length === 0) return null
  return (
    <Notice
      tone="attention"
      announce="status"
      title={plural(
        others.length,
        'Someone else has a recovery open',
        `${number(others.length)} others have a recovery open`,
      )}
    >
      <ul className="flex flex-col gap-1">
        {others.map((review) => (
          <li key={`${review.login} ${review.since}`}>
            <Line review={review} isMe={review.login === session?.login} />
          </li>
        ))}
      </ul>
      <p>If you both confirm, only the first is written. The second is refused and sees what changed.</p>
    </Notice>
  )
}

function Line({ review: { login, recovery, step, since }, isMe }: { review: Review; isMe: boolean }) {
  const name = usePersonName(login)
  return (
    <>
      <strong className="font-medium">{isMe ? `${name} (you, on another page)` : name}</strong> opened “
      {catalogue[recovery].title}” <Time at={since} />: {STEPS[step]}.
    </>
  )
}

/** Announces what is open here: at each step, while it is open, and when it is left. */
function useTelling({ org, project, stack }: StackRef, page: string, open: Props['open']): void {
  const mayTell = useWhyNotOperate() === undefined
  const { recovery, step } = open ?? {}
  useEffect(() => {
    if (!mayTell || recovery === undefined || step === undefined) return
    const tell = () => void tellReview({ org, project, stack }, { page, recovery, step })
    tell()
    const timer = setInterval(tell, TELL_MS)
    return () => clearInterval(timer)
  }, [mayTell, org, project, stack, page, recovery, step])
  useEffect(() => {
    if (!mayTell || recovery === undefined) return
    return () => void tellReview({ org, project, stack }, { page, recovery, step: null })
  }, [mayTell, org, project, stack, page, recovery])
}
