/** What says whether an update is orphaned. */
export type ExpiryFacts = { dryRun: boolean; endReason: string | null; settledAt: number | null }

type Run = ExpiryFacts & { id: string; kind: string; baseStateId: string | null; stateId: string | null }

/** Whether the server closed it because its lease ran out, and no one has settled it since. Previews too. */
export const isUnsettledExpiry = ({ endReason, settledAt }: Omit<ExpiryFacts, 'dryRun'>): boolean =>
  endReason === 'expiry' && settledAt === null

/**
 * Whether an update is orphaned: a real one whose client disappeared, and which no one has settled. Databases have the
 * same condition in a statement and in partial indexes; the store suite compares them with this.
 */
export const isOrphaned = (update: ExpiryFacts): boolean => !update.dryRun && isUnsettledExpiry(update)

/** Whether the newest orphaned update of a stack says anything about it: otherwise another run has taken over its state. */
export const asksForOrphanedUpdate = (stack: {
  holderId: string | null
  latest: (ExpiryFacts & { kind: string }) | null
}) => stack.holderId === null && stack.latest !== null && (stack.latest.kind === 'rename' || isOrphaned(stack.latest))

/**
 * The orphanedUpdate, if the stack is still as its client left it: nothing ran since. A rename in between only moved it; any
 * other run has taken over its state, and the pending operations in it speak for themselves.
 */
export function openOrphanedUpdate<R extends Run>(
  latest: R | null | undefined,
  orphanedUpdate: R | null | undefined,
): R | undefined {
  if (!latest || !orphanedUpdate || orphanedUpdate.settledAt !== null) return undefined
  const isMoved = latest.kind === 'rename' && latest.baseStateId === orphanedUpdate.stateId
  return latest.id === orphanedUpdate.id || isMoved ? orphanedUpdate : undefined
}
