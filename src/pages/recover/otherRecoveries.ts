import type { Diagnosis } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'

export type OtherRecovery = { id: RecoveryId; text: string }

/**
 * Recoveries that a user may open without a finding: those that write, and those that describe steps elsewhere.
 * Findings are not repeated, and recoveries that belong to other findings are offered only there.
 */
export function otherRecoveries({ findings, pending }: Pick<Diagnosis, 'findings' | 'pending'>): {
  changes: OtherRecovery[]
  guides: OtherRecovery[]
} {
  const found = new Set([...findings.map(({ recovery }) => recovery), ...pending.map(({ recovery }) => recovery)])
  const offered = (list: 'changes' | 'guides'): OtherRecovery[] =>
    RecoveryId.options.flatMap((id) => {
      const { offer, foundWith } = catalogue[id]
      const isOpen = offer?.in === list && !found.has(id) && (foundWith?.some((other) => found.has(other)) ?? true)
      return isOpen ? [{ id, text: offer.text }] : []
    })
  return { changes: offered('changes'), guides: offered('guides') }
}
