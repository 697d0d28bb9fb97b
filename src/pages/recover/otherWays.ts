import type { Diagnosis } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'

export type OtherWay = { id: RecoveryId; text: string }

/**
 * Recoveries that are opened by hand: those that write, and those that say what to do elsewhere. What was found is not
 * repeated, and what belongs to the findings of others is offered next to them only.
 */
export function otherWays({ findings, pending }: Pick<Diagnosis, 'findings' | 'pending'>): {
  changes: OtherWay[]
  guides: OtherWay[]
} {
  const found = new Set([...findings.map(({ recovery }) => recovery), ...pending.map(({ recovery }) => recovery)])
  const offered = (list: 'changes' | 'guides'): OtherWay[] =>
    RecoveryId.options.flatMap((id) => {
      const { offer, foundWith } = catalogue[id]
      const isOpen = offer?.in === list && !found.has(id) && (foundWith?.some((other) => found.has(other)) ?? true)
      return isOpen ? [{ id, text: offer.text }] : []
    })
  return { changes: offered('changes'), guides: offered('guides') }
}
