import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { PendingAnswer } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

const PREFIX = 'holdfast.recovery/'

const keyOf = ({ org, project, stack }: StackRef, recovery: RecoveryId): string =>
  `${PREFIX}${org}/${project}/${stack}/${recovery}`

/** What was entered in this tab before a reload: kept as long as it speaks of the same state. */
function draftsOf<Said>(said: z.ZodType<Said>) {
  const Draft = z.object({ hash: z.string(), reason: z.string(), said })
  return {
    read(ref: StackRef, recovery: RecoveryId, hash: string): { said: Said; reason: string } | undefined {
      try {
        const draft = Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(ref, recovery)) ?? 'null'))
        return draft.hash === hash ? { said: draft.said, reason: draft.reason } : undefined
      } catch {
        return undefined // none, or none that can be read
      }
    },
    keep(ref: StackRef, recovery: RecoveryId, draft: { hash: string; said: Said; reason: string }): void {
      try {
        sessionStorage.setItem(keyOf(ref, recovery), JSON.stringify(draft))
      } catch {
        // A browser that keeps nothing keeps no draft either.
      }
    },
  }
}

/** Answers to pending operations, by their key. */
export const answerDrafts = draftsOf(
  z.record(z.string(), z.object({ answer: PendingAnswer.exactOptional(), statement: z.string() })),
)

/** Ways chosen, by their problem. */
export const choiceDrafts = draftsOf(
  z.record(
    z.string(),
    z.object({ way: z.string().exactOptional(), inputs: z.record(z.string(), z.string()), statement: z.string() }),
  ),
)

/** Drops what was entered in this tab, of every stack: nothing of it outlives the session. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

export function dropDraft(ref: StackRef, recovery: RecoveryId): void {
  try {
    sessionStorage.removeItem(keyOf(ref, recovery))
  } catch {
    // As above.
  }
}
