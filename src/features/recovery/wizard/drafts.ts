import { useEffect } from 'react'
import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { fullName } from '#domain/stackName.ts'
import type { Read } from '../change/choices.ts'
import type { State } from './decisions.ts'
import { TAB_PREFIX } from '#src/lib/tabStorage.ts'

const PREFIX = `${TAB_PREFIX}recovery/`

const keyOf = (stack: StackRef, recovery: RecoveryId): string => `${PREFIX}${fullName(stack)}/${recovery}`

const Draft = z.object({
  /** The state that was read, and the update if it is about a held lease. */
  hash: z.string(),
  updateId: z.string().exactOptional(),
  reason: z.string(),
  /** Chosen options, by problem. */
  choices: z.record(
    z.string(),
    z.object({ option: z.string().exactOptional(), inputs: z.record(z.string(), z.string()) }),
  ),
})
type Draft = z.infer<typeof Draft>

const aboutOf = ({ basis: { hash }, updateId }: Read): Pick<Draft, 'hash' | 'updateId'> => ({
  hash,
  ...(updateId !== undefined && { updateId }),
})

/** The input of this tab before a reload, kept as long as it is about the same state. */
export function readDraft(
  ref: StackRef,
  recovery: RecoveryId,
  read: Read,
): Pick<Draft, 'choices' | 'reason'> | undefined {
  try {
    const draft = Draft.parse(JSON.parse(sessionStorage.getItem(keyOf(ref, recovery)) ?? 'null'))
    return draft.hash === read.basis.hash && draft.updateId === read.updateId ? draft : undefined
  } catch {
    return undefined // none, or not readable
  }
}

/** Keeps the input until it is carried out. */
export function useKeptDraft(stack: StackRef, recovery: RecoveryId, state: State): void {
  useEffect(() => {
    if (state.phase === 'done') return
    const { read, choices, reason } = state.draft
    keepDraft(stack, recovery, { ...aboutOf(read), choices, reason })
  }, [stack, recovery, state])
}

function keepDraft(ref: StackRef, recovery: RecoveryId, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(ref, recovery), JSON.stringify(draft))
  } catch {
    // With storage denied, there are no drafts.
  }
}

export function dropDraft(ref: StackRef, recovery: RecoveryId): void {
  try {
    sessionStorage.removeItem(keyOf(ref, recovery))
  } catch {
    // Storage may be denied, as above.
  }
}
