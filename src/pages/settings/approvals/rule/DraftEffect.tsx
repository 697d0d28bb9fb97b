import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApprovalRule } from '#contract/approvals.ts'
import { ruleSentence } from '#domain/approvals/words.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { cx } from '#src/lib/cx.ts'
import { LookBackText } from '../LookBackText.tsx'
import { skippedWords } from '../lookBackWords.ts'

const PAUSE_MS = 400

/** What a draft says, and what it would have done on this server. */
export const DraftEffect = ({ rule }: { rule: ApprovalRule | undefined }) => (
  <Card title="What it does" className="xl:sticky xl:top-18">
    <div className="flex min-w-0 flex-col gap-3" aria-live="polite">
      {rule ? (
        <>
          <p className="line-clamp-12 wrap-anywhere">{ruleSentence(rule)}</p>
          <Effect rule={rule} />
        </>
      ) : (
        <p className="text-muted">Choose its steps to see it, with what it would have done in the last 90 days.</p>
      )}
    </div>
  </Card>
)

function Effect({ rule }: { rule: ApprovalRule }) {
  // Its name changes nothing, so typing it asks nothing.
  const asked = useSettled(JSON.stringify([{ ...rule, id: 'draft', name: 'draft' }]), PAUSE_MS)
  const rules = JSON.parse(asked) as ApprovalRule[] // written above
  const { data, error, isPlaceholderData } = useQuery({
    ...approvalRuleQueries.lookBack(rules),
    placeholderData: keepPreviousData,
  })
  if (error)
    return (
      <Notice tone="attention" title="What it would have done is not known">
        {troubleOf(error).detail}
      </Notice>
    )
  if (!data) return <Skeleton label="Looking through the runs of the last 90 days" rows={2} />
  const skipped = skippedWords(data)
  return (
    <div className={cx('flex min-w-0 flex-col gap-3', isPlaceholderData && 'opacity-60')}>
      {data.notes.map(({ note }) => (
        <Notice key={note} tone="attention" announce="none" title={note} />
      ))}
      {rules.map((one) => (
        <LookBackText key={one.id} rule={one} lookBack={data} />
      ))}
      {skipped !== undefined && <p className="text-sm text-muted">{skipped}</p>}
    </div>
  )
}
