/** Facts that determine whether an update is orphaned. */
export type ExpiryFacts = { dryRun: boolean; endReason: string | null; resolvedAt: number | null }

type Run = ExpiryFacts & { id: string; kind: string; baseStateId: string | null; stateId: string | null }

/** Whether the server closed the run because its lease expired, and nobody has resolved it since; includes previews. */
export const isUnresolvedExpiry = ({ endReason, resolvedAt }: Omit<ExpiryFacts, 'dryRun'>): boolean =>
  endReason === 'expiry' && resolvedAt === null

/**
 * Whether an update is orphaned: a real one whose client disappeared, and that is not resolved. The databases have the
 * same condition in a statement and in partial indexes; the store suite compares them with this function.
 */
export const isOrphaned = (update: ExpiryFacts): boolean => !update.dryRun && isUnresolvedExpiry(update)

/**
 * Whether the stack may have an orphaned update, which then has to be looked up: nobody holds the stack, and its latest
 * run is orphaned or a rename.
 */
export const asksForOrphanedUpdate = (stack: {
  holderId: string | null
  latest: (ExpiryFacts & { kind: string }) | null
}) => stack.holderId === null && stack.latest !== null && (stack.latest.kind === 'rename' || isOrphaned(stack.latest))

/**
 * Returns the orphaned update if nothing ran on the stack since. A rename only moved it; any other run has taken over
 * its state, including its pending operations.
 */
export function openOrphanedUpdate<R extends Run>(
  latest: R | null | undefined,
  orphanedUpdate: R | null | undefined,
): R | undefined {
  if (!latest || !orphanedUpdate || orphanedUpdate.resolvedAt !== null) return undefined
  const isMoved = latest.kind === 'rename' && latest.baseStateId === orphanedUpdate.stateId
  return latest.id === orphanedUpdate.id || isMoved ? orphanedUpdate : undefined
}
