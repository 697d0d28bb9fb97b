import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { PendingAnswer, type RecoveryId } from '#contract/recoveries.ts'
import type { Answers } from './answers.ts'

const Draft = z.object({
  hash: z.string(),
  reason: z.string(),
  answers: z.record(z.string(), z.object({ answer: PendingAnswer.exactOptional(), statement: z.string() })),
})

const keyOf = ({ org, project, stack }: StackRef, recovery: RecoveryId): string =>
  `holdfast.recovery/${org}/${project}/${stack}/${recovery}`

/** What was answered in this tab before a reload, if it spoke of the same state. */
export function readDraft(
  ref: StackRef,
  recovery: RecoveryId,
  hash: string,
): { answers: Answers; reason: string } | undefined {
  try {
    const draft = Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(ref, recovery)) ?? 'null'))
    return draft.hash === hash ? { answers: draft.answers, reason: draft.reason } : undefined
  } catch {
    return undefined // none, or none that can be read
  }
}

export function keepDraft(
  ref: StackRef,
  recovery: RecoveryId,
  draft: { hash: string; answers: Answers; reason: string },
): void {
  try {
    sessionStorage.setItem(keyOf(ref, recovery), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing keeps no draft either.
  }
}

export function dropDraft(ref: StackRef, recovery: RecoveryId): void {
  try {
    sessionStorage.removeItem(keyOf(ref, recovery))
  } catch {
    // As above.
  }
}
