import { sql } from 'kysely'

/**
 * The condition of an orphaned update, as `isOrphaned` of the domain has it and as the partial indexes `updatesOrphaned`
 * and `updatesOrphanedOfStack` do. Literals, not parameters: a database uses such an index only for a condition it can see.
 */
export const isOrphanedRow = sql<boolean>`"updates"."endReason" = 'expiry' and "updates"."settledAt" is null and "updates"."dryRun" = 0`
