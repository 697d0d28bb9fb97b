import type { OpCounts } from '#contract/updates.ts'
import type { z } from 'zod'

/**
 * The effect of an operation, as far as users distinguish them. The CLI has more operations (docs/protocol.md, Events).
 */
export type OpGroup = 'create' | 'update' | 'replace' | 'delete' | 'refresh' | 'read' | 'import' | 'same' | 'other'

const groups: Readonly<Record<string, OpGroup>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  same: 'same',
  replace: 'replace',
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
  'import-replacement': 'replace',
  'read-replacement': 'replace',
  'discard-replaced': 'replace',
  'remove-pending-replace': 'delete',
  read: 'read',
  discard: 'delete',
  refresh: 'refresh',
  import: 'import',
}

export const opGroup = (op: string): OpGroup => groups[op] ?? 'other'

/** Display order: created, changed, deleted, unchanged. */
const ORDER = [
  'create',
  'update',
  'replace',
  'delete',
  'import',
  'read',
  'refresh',
  'other',
  'same',
] as const satisfies OpGroup[]

export type GroupCount = { group: OpGroup; count: number }

/** Counts by group in display order, without zeros. */
export function groupCounts(counts: z.infer<typeof OpCounts>): GroupCount[] {
  const sums = new Map<OpGroup, number>()
  for (const [op, count] of Object.entries(counts)) sums.set(opGroup(op), (sums.get(opGroup(op)) ?? 0) + count)
  return ORDER.flatMap((group) => {
    const count = sums.get(group) ?? 0
    return count > 0 ? [{ group, count }] : []
  })
}
