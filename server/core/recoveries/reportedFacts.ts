import { reportedBy } from '#domain/health/alarms.ts'
import type { Facts } from '#domain/recoveries/guidedRecovery.ts'
import { untrackedWords } from '#domain/health/untrackedWords.ts'
import { urnName } from '#domain/state/urn.ts'
import { namedStack } from '../stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'

const MAX_ALARMS = 20
/** Maximum number of items that a recovery lists; the store has all of them. */
const MAX_ITEMS = 5_000

/** Returns what the ends of a stack's updates reported and nobody has resolved, as facts for its recoveries. */
export async function reportedFacts(
  reader: Reader,
  stack: StackRow,
): Promise<Pick<Facts, 'losses' | 'duplicates' | 'untracked'>> {
  const rows = await reader.untracked({ stackId: stack.id, isOpen: true, limit: MAX_ITEMS, offset: 0 })
  return {
    ...reportedBy(await reader.alarms({ stackId: stack.id, isOpen: true, limit: MAX_ALARMS })),
    untracked: rows
      .filter(({ isPending }) => !isPending)
      .map((row) => {
        const { story, importCommand } = untrackedWords({ ...row, stack: namedStack(stack) })
        const { urn, resourceType, resourceId, since } = row
        return { name: urnName(urn), resourceType, resourceId, since, story, importCommand }
      }),
  }
}
