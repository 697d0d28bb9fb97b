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
  stale_basis: 'Not written: the state has changed',
  lease_held: 'Not written: an update is running now',
  conflict: 'Not written: something has changed',
  not_confirmed: 'Not written: the confirmation is incomplete',
  would_break_state: 'Not written: the state would be invalid',
  forbidden: 'Not written: you don’t have permission',
}

/** A refusal, next to the action: the server's answer, and what to do. */
export function RefusalNotice({ refusal, onReview, busy }: Props) {
  const hasNoAnswer = isOpenEnded(refusal) || refusal.code === 'console'
  const isUnknown = hasNoAnswer && !refusal.isPreview
  return (
    <Notice
      tone={refusal.code === 'not_confirmed' ? 'attention' : 'danger'}
      announce="alert"
      title={
        isUnknown
          ? 'No response: it may or may not have been written'
          : hasNoAnswer
            ? 'The preview could not be loaded'
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
      {hasNoAnswer && !isUnknown && <p>Nothing was sent or written. What you entered is kept.</p>}
      {!hasNoAnswer && needsReview(refusal) && <p>What you entered is kept where it still applies.</p>}
      {refusal.requestId !== undefined && (
        <p className="text-sm text-muted">
          Request <Mono>{refusal.requestId}</Mono>
        </p>
      )}
    </Notice>
  )
}
