/** What says whether an update is orphaned. */
export type OrphanFacts = { dryRun: boolean; endReason: string | null; settledAt: number | null }

type Run = OrphanFacts & { id: string; kind: string; baseStateId: string | null; stateId: string | null }

/** Whether the server closed it because its lease ran out, and nobody has settled it since. Previews too. */
export const isUnsettledExpiry = ({ endReason, settledAt }: Omit<OrphanFacts, 'dryRun'>): boolean =>
  endReason === 'expiry' && settledAt === null

/**
 * Whether an update is orphaned: a real one whose client disappeared, and which nobody has settled. Databases have the
 * same condition in a statement and in partial indexes; the store suite compares them with this.
 */
export const isOrphaned = (update: OrphanFacts): boolean => !update.dryRun && isUnsettledExpiry(update)

/** Whether the newest orphan of a stack says anything about it: otherwise another run has taken over its state. */
export const asksForOrphan = (stack: { holderId: string | null; latest: (OrphanFacts & { kind: string }) | null }) =>
  stack.holderId === null && stack.latest !== null && (stack.latest.kind === 'rename' || isOrphaned(stack.latest))

/**
 * The orphan, if the stack is still as its client left it: nothing ran since. A rename in between only moved it; any
 * other run has taken over its state, and the pending operations in it speak for themselves.
 */
export function openOrphan<R extends Run>(latest: R | null | undefined, orphan: R | null | undefined): R | undefined {
  if (!latest || !orphan || orphan.settledAt !== null) return undefined
  const isMoved = latest.kind === 'rename' && latest.baseStateId === orphan.stateId
  return latest.id === orphan.id || isMoved ? orphan : undefined
}
