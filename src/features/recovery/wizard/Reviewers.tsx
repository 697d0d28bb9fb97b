import { usePersonName } from '#src/lib/personName.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { Review, ReviewStep } from '#contract/reviews.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { reviewQueries, tellReview } from '#src/api/reviews.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number, plural } from '#words/counts.ts'

/** The server forgets a page after a minute of silence. */
const TELL_MS = 20_000

/** Identifies this tab: of its pages only one is open, so none of them is shown to another. */
const PAGE = Math.random().toString(36).slice(2)

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
  const { data } = useQuery(reviewQueries.others(stack, PAGE))
  const { data: session } = useQuery(sessionQueries.current())
  useTelling(stack, open)
  const others = data?.reviews ?? []
  if (others.length === 0) return null
  const isOnlyMe = others.every(({ login }) => login === session?.login)
  return (
    <Notice
      tone="attention"
      announce="status"
      title={
        isOnlyMe
          ? 'You have a recovery open on another page'
          : plural(
              others.length,
              'Someone else has a recovery open',
              `${number(others.length)} others have a recovery open`,
            )
      }
    >
      <ul className="flex flex-col gap-1">
        {others.map((review) => (
          <li key={`${review.login} ${review.since}`}>
            <Line review={review} isMe={review.login === session?.login} />
          </li>
        ))}
      </ul>
      <p>
        {isOnlyMe
          ? 'Confirm only one of them: the second is refused, and shows what changed.'
          : 'If you both confirm, only the first is written. The second is refused and sees what changed.'}
      </p>
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

/**
 * Announces what is open here: at each step, while it is open, and when it is left, also by closing or reloading the
 * page. A report on its way is aborted then, so that it cannot arrive after the withdrawal.
 */
function useTelling({ org, project, stack }: StackRef, open: Props['open']): void {
  const mayTell = useWhyNot('change') === undefined
  const { recovery, step } = open ?? {}
  const sending = useRef<AbortController>(undefined)
  useEffect(() => {
    if (!mayTell || recovery === undefined || step === undefined) return
    const tell = () => {
      sending.current?.abort()
      sending.current = new AbortController()
      void tellReview({ org, project, stack }, { page: PAGE, recovery, step }, sending.current.signal)
    }
    tell()
    const timer = setInterval(tell, TELL_MS)
    addEventListener('pageshow', tell) // the browser brought the page back from its cache
    return () => {
      clearInterval(timer)
      removeEventListener('pageshow', tell)
    }
  }, [mayTell, org, project, stack, recovery, step])
  useEffect(() => {
    if (!mayTell || recovery === undefined) return
    const withdraw = () => {
      sending.current?.abort()
      void tellReview({ org, project, stack }, { page: PAGE, recovery, step: null })
    }
    addEventListener('pagehide', withdraw)
    return () => {
      removeEventListener('pagehide', withdraw)
      withdraw()
    }
  }, [mayTell, org, project, stack, recovery])
}
