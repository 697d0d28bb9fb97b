import { sql } from 'kysely'

/**
 * The condition of an orphaned update, equal to `isOrphaned` of the domain and to the partial indexes `updatesOrphaned`
 * and `updatesOrphanedOfStack`. Literals, not parameters: a database uses such an index only if it can see the
 * condition.
 */
export const isOrphanedRow = sql<boolean>`"updates"."endReason" = 'expiry' and "updates"."resolvedAt" is null and "updates"."dryRun" = 0`
