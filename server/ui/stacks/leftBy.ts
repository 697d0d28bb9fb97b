import type { StackSummary } from '#contract/stacks.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { briefOf, type JudgedAt } from '../../core/updates/briefs.ts'
import type { Reader } from '../../store/port.ts'

/** Bounds what is read: a stack beyond it names its last update. */
const MAX_ITEMS = 100
const MAX_UPDATES = 12

/** Adds to stacks with unknown creates the update that left them, the last one of several, if another has run since. */
export async function withLeftBy(
  reader: Reader,
  stacks: readonly StackSummary[],
  at: JudgedAt,
): Promise<StackSummary[]> {
  const updates = await leavingUpdates(reader, stacks, at)
  return stacks.map((stack) => {
    const leftBy = updates.get(stack.id)
    return leftBy === undefined || leftBy.id === stack.lastUpdate?.id ? stack : { ...stack, leftBy }
  })
}

/** By the ids of the stacks. */
async function leavingUpdates(
  reader: Reader,
  stacks: readonly StackSummary[],
  at: JudgedAt,
): Promise<Map<string, UpdateBrief>> {
  const asked = new Set(stacks.filter(({ health }) => health === 'pendingCreates').map(({ id }) => id))
  const [only] = asked
  const updates = new Map<string, UpdateBrief>()
  if (only === undefined) return updates
  const stack = asked.size === 1 ? { stackId: only } : {}
  for (const item of await reader.untracked({ ...stack, isOpen: true, limit: MAX_ITEMS, offset: 0 })) {
    const { stackId, updateId, isPending } = item
    if (!asked.has(stackId) || updates.has(stackId) || !isPending || updateId === null) continue
    const update = updates.size < MAX_UPDATES ? await reader.update(updateId) : undefined
    if (update) updates.set(stackId, await briefOf(reader, update, at))
  }
  return updates
}
