import { Button } from '#src/ui/Button.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { isOpenEnded, needsReview, type Refusal } from './refusal.ts'

type Props = {
  refusal: Refusal
  onReview: () => void
  busy?: boolean
}

const titles: Partial<Record<Refusal['code'], string>> = {
  stale_basis: 'Nothing was written: the state has changed since you read it',
  lease_held: 'Nothing was written: somebody holds the lease now',
  conflict: 'Nothing was written: things have changed since you read them',
  not_confirmed: 'Nothing was written: the confirmation is not complete',
  would_break_state: 'Nothing was written: the state would be broken afterwards',
  forbidden: 'Nothing was written: you are not allowed to',
}

/** A refusal beside the action: what the server said, and the way on. */
export function RefusalNotice({ refusal, onReview, busy }: Props) {
  const isUnknown = isOpenEnded(refusal) || refusal.code === 'console'
  return (
    <Notice
      tone={refusal.code === 'not_confirmed' ? 'attention' : 'danger'}
      announce="alert"
      title={
        isUnknown
          ? 'No answer came back: it may have been carried out or not'
          : (titles[refusal.code] ?? 'Nothing was written')
      }
      actions={
        needsReview(refusal) && (
          <Button size="sm" look="primary" busy={busy} onClick={onReview}>
            Review again
          </Button>
        )
      }
    >
      <p>{refusal.detail}</p>
      {isUnknown && <p>Review again shows what is there now. What you entered is kept.</p>}
      {!isUnknown && needsReview(refusal) && <p>What you entered is kept where it still applies.</p>}
      {refusal.requestId !== undefined && (
        <p className="text-sm text-muted">
          Request <Mono>{refusal.requestId}</Mono>
        </p>
      )}
    </Notice>
  )
}
