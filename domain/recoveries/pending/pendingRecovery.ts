import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { named } from '../named.ts'
import type { Recovery } from '../recovery.ts'

/** What a person said became of one pending operation. */
export type Choice = { item: PendingItem; answer: PendingAnswer; statement: string | undefined }

/** A guided recovery that answers pending operations and takes the answered ones out of the state. */
export type PendingRecovery = Recovery & {
  /** Why it cannot be used for these choices, in a sentence; undefined when it can. `all` are all that are pending. */
  refusal: (choices: Choice[], all: PendingItem[]) => string | undefined
  level: (choices: Choice[]) => ConfirmationLevel
  /** Reasons to stop and ask somebody first. */
  stopAndAsk: (choices: Choice[]) => string[]
  /** The same from a terminal, as far as a terminal can. */
  terminal: (choices: Choice[], stack: StackRef) => string[]
}

/** The choices that change something. */
export const answered = (choices: Choice[]): Choice[] => choices.filter(({ answer }) => answer !== 'keep')

/** A refusal where a choice belongs to another recovery. */
export function belongsElsewhere(choices: Choice[], id: RecoveryId): string | undefined {
  const other = choices.find(({ item }) => item.recovery !== id)
  return other && `${other.item.name} is answered in ${named(other.item.recovery)}, not in ${named(id)}.`
}
