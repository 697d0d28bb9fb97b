import type { StackRef } from '#contract/common.ts'
import { savedWhere } from '#domain/backends/keptWords.ts'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { fullName } from '#domain/stackName.ts'
import { LongText } from '#src/ui/LongText.tsx'
import { TypedName, whyNotReasoned, whyNotTyped } from '#src/ui/TypedName.tsx'
import { number } from '#words/counts.ts'

type Props = {
  stack: StackRef
  level: ConfirmationLevel
  /** Number of decisions for which the reason is the written confirmation; 0 for none. */
  covers?: number
  /** An example of such a confirmation. */
  example?: string
  reason: string
  typed: string
  onReason: (reason: string) => void
  onType: (typed: string) => void
}

/** The reason, and from level 2 on the name of the stack, so that no one confirms the wrong stack. */
export function ConfirmFields({ stack, level, covers = 0, example, reason, typed, onReason, onType }: Props) {
  const where = savedWhere(stack)
  return (
    <div className="flex max-w-prose flex-col gap-4">
      {covers > 0 ? (
        <LongText
          label="What did you check?"
          hint={[`${covers > 1 ? `One note for all ${number(covers)}, saved` : 'Saved'} ${where}.`, example]
            .filter(Boolean)
            .join(' ')}
          value={reason}
          onChange={onReason}
        />
      ) : (
        <LongText label="Reason" hint={`Why this is done. Saved ${where}.`} value={reason} onChange={onReason} />
      )}
      {level >= 2 && <TypedName name={fullName(stack)} of="stack" typed={typed} onType={onType} />}
    </div>
  )
}

/** What is missing before it can be carried out, in a sentence. */
export function whyNotConfirmed(
  stack: StackRef,
  level: ConfirmationLevel,
  { reason, typed }: Pick<Props, 'reason' | 'typed'>,
  covers = 0,
): string | undefined {
  const notTyped = level >= 2 ? whyNotTyped(fullName(stack), typed) : undefined
  return reason.trim() === '' && covers > 0 ? 'Say what you checked.' : whyNotReasoned(reason, notTyped)
}
