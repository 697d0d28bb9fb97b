import type { Guide } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'

/**
 * A check of a guide. The text describes the actual condition in both cases, as a goal that is not reached would not.
 */
export const check = (ok: boolean, reached: string, open: string): Guide['checks'][number] => ({
  what: ok ? reached : open,
  ok,
})

/** Whether the state is valid. */
export const stateIsValid = (integrity: readonly unknown[]) =>
  check(integrity.length === 0, 'The state is valid.', `The state is invalid: ${counted(integrity.length, 'error')}.`)

/** Whether no operations are pending. */
export const nothingIsPending = (pending: readonly unknown[]) =>
  check(
    pending.length === 0,
    'No operation is pending.',
    `${counted(pending.length, 'operation is', 'operations are')} still pending.`,
  )
