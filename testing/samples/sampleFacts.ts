import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { pendingItems } from '#domain/journal/pending.ts'
import type { FactsWithEarlier, GuidedRecovery } from '#domain/recoveries/guidedRecovery.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import { presentNames } from '#domain/repair/presentNames.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { verify } from '#domain/state/integrity.ts'

/** What a recovery knows of a stack of which nothing but its states is known, for tests. */
export const sampleFacts = (
  stack: StackRef,
  document: StateDocument,
  more: Partial<FactsWithEarlier> = {},
): FactsWithEarlier => ({
  stack,
  now: Date.parse('2026-01-05T12:00:00Z'),
  document,
  integrity: verify(document.deployment),
  unreadable: null,
  pending: pendingItems({ stack, deployment: document.deployment }),
  lastRun: null,
  cliVersion: '3.260.0',
  failed: [],
  messages: [],
  versions: [],
  ...more,
  earlier: (more.earlier ?? []).map(presentNames(document, stack)),
})

/** The recovery of this id. */
export function recoveryOf(id: RecoveryId): GuidedRecovery {
  const recovery = guidedRecovery(id)
  if (!recovery) throw new Error(`${id} is not registered`)
  return recovery
}
