import type { ChangeRow } from '#contract/updates.ts'
import { opGroup } from '#domain/events/opGroups.ts'

export type ChangeFilter = 'changes' | 'failed' | 'all'

export type TreeRow = {
  change: ChangeRow
  /** 1 for a root. */
  level: number
  /** Shown only as an ancestor of a match. */
  isContext: boolean
  /** Number of rows below it, at any level. */
  below: number
}

/** Whether a row counts as a change: something was done, failed, or was reported. */
export const isChange = ({ op, state, messages }: ChangeRow): boolean =>
  opGroup(op) !== 'same' || state === 'failed' || messages.some(({ severity }) => severity === 'error')

const passes = (row: ChangeRow, filter: ChangeFilter): boolean =>
  filter === 'all' || (filter === 'failed' ? row.state === 'failed' || row.state === 'refused' : isChange(row))

/**
 * Rows under their parents, in the engine's order. A filter keeps matches and their ancestors. A parent that no event
 * named counts as none, as does one in a cycle: no row is ever lost.
 */
export function changeTree(rows: readonly ChangeRow[], filter: ChangeFilter): TreeRow[] {
  const byUrn = new Map(rows.map((row) => [row.urn, row]))
  const children = new Map<string | null, ChangeRow[]>()
  for (const row of rows) {
    const parent = row.parent !== null && row.parent !== row.urn && byUrn.has(row.parent) ? row.parent : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(row)
    else children.set(parent, [row])
  }
  const kept = new Set<string>()
  for (const row of rows) {
    if (!passes(row, filter)) continue
    for (
      let at: ChangeRow | undefined = row;
      at && !kept.has(at.urn);
      at = at.parent === null ? undefined : byUrn.get(at.parent)
    ) {
      kept.add(at.urn)
    }
  }
  const result: TreeRow[] = []
  const seen = new Set<string>()
  const walk = (start: readonly ChangeRow[]): void => {
    const waiting = start.toReversed().map((row) => ({ row, level: 1 }))
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, level } = next
      if (seen.has(row.urn)) continue
      seen.add(row.urn)
      if (kept.has(row.urn)) result.push({ change: row, level, isContext: !passes(row, filter), below: 0 })
      for (const child of children.get(row.urn)?.toReversed() ?? []) waiting.push({ row: child, level: level + 1 })
    }
  }
  walk(children.get(null) ?? [])
  walk(rows) // descendants of a cycle of parents
  countBelow(result)
  return result
}

function countBelow(rows: readonly TreeRow[]): void {
  const above: TreeRow[] = []
  for (const row of rows) {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= row.level) above.pop()
    for (const each of above) each.below++
    above.push(row)
  }
}

/** The rows of a tree without those below the `folded` URNs. */
export function unfolded(tree: readonly TreeRow[], folded: ReadonlySet<string>): TreeRow[] {
  let hidden = Infinity
  return tree.filter(({ change, level }) => {
    if (level > hidden) return false
    hidden = folded.has(change.urn) ? level : Infinity
    return true
  })
}

/** Number of rows that pass each filter, and of those among the changes that changed nothing, as far as is known. */
export function filterCounts(
  rows: readonly ChangeRow[],
): Record<ChangeFilter | 'refused' | 'waiting' | 'allowed' | 'unknown', number> {
  const changes = rows.filter((row) => passes(row, 'changes'))
  const those = (state: ChangeRow['state']) => changes.filter((row) => row.state === state).length
  return {
    all: rows.length,
    changes: changes.length,
    failed: rows.filter((row) => passes(row, 'failed')).length,
    refused: those('refused'),
    waiting: those('waiting'),
    allowed: those('allowed'),
    unknown: those('unknown'),
  }
}
