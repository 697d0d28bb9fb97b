import { KEPT_FOR_CERTAIN_MS } from '#contract/deletedStacks.ts'
import type { RetentionRule } from '#contract/retention.ts'
import { outdated } from '#domain/retention.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import { refOf } from './names.ts'

/** Maximum number of history entries examined for states that are still needed. */
const MAX_UPDATES = 50
const STATES_AT_ONCE = 1000
/** Texts removed in one transaction, which limits how long others wait for the database. */
const REMOVED_AT_ONCE = 50

/** The states that a rule removes from one stack; `passedOver` is the reason why it removes none for now. */
export type StackPlan = { stack: StackRow; states: StateRow[]; passedOver: string | undefined }

/** Returns what a rule would remove from a stack at `at`; undefined if there is nothing to report. */
export async function planOf(
  reader: Reader,
  stack: StackRow,
  rule: RetentionRule,
  at: number,
): Promise<StackPlan | undefined> {
  const all = await statesOf(reader, stack)
  if (outdated(all, rule, { at, needed: new Set() }).length === 0) return undefined
  const passedOver = await whyPassedOver(reader, stack, at)
  if (passedOver !== undefined) return { stack, states: [], passedOver }
  const states = outdated(all, rule, { at, needed: await neededOf(reader, stack) })
  return states.length === 0 ? undefined : { stack, states, passedOver }
}

async function statesOf(reader: Reader, stack: StackRow): Promise<StateRow[]> {
  const states: StateRow[] = []
  for (;;) {
    const page = await reader.states(stack.id, { limit: STATES_AT_ONCE, offset: states.length })
    states.push(...page)
    if (page.length < STATES_AT_ONCE) return states
  }
}

/** A stack that may need recovery keeps everything: any version may be needed. */
async function whyPassedOver(reader: Reader, stack: StackRow, at: number): Promise<string | undefined> {
  if (stack.deletedAt !== null && at < stack.deletedAt + KEPT_FOR_CERTAIN_MS)
    return 'It was deleted less than 30 days ago.'
  if (stack.holderId !== null) return 'An update is running.'
  const orphanedUpdates = await reader.orphanedUpdates()
  if (orphanedUpdates.some(({ stackId }) => stackId === stack.id)) return 'An interrupted update is not resolved yet.'
  const present = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  return (present?.pendingCount ?? 0) > 0 ? 'Operations are pending in its state.' : undefined
}

/**
 * The current state, and all that were read or written since the last run started: what came after it can be undone.
 */
async function neededOf(reader: Reader, stack: StackRow): Promise<Set<string>> {
  const needed = new Set<string | null>([stack.stateId])
  for (const update of await reader.updates(stack.id, { previews: 'no', limit: MAX_UPDATES, offset: 0 })) {
    needed.add(update.baseStateId).add(update.stateId)
    if (update.kind !== 'recovery' && update.kind !== 'rename') break
  }
  needed.delete(null)
  return needed as Set<string> // without null, the only other value
}

export type Removed = { versions: number; bytes: number }

/**
 * Removes the states that a rule removes from a stack, in transactions of bounded length. With `expected`, only if it
 * is that number of versions; undefined if it is not.
 */
export async function removeOutdated(
  deps: Deps,
  stackId: string,
  rule: RetentionRule,
  { at, expected }: { at: number; expected?: number },
): Promise<Removed | undefined> {
  const removed = { versions: 0, bytes: 0 }
  for (let isFirst = true; ; isFirst = false) {
    const now = await deps.store.now()
    const left = await deps.store.write(async (writer) => {
      const stack = await writer.lockStack(stackId)
      const states = stack === undefined ? [] : ((await planOf(writer, stack, rule, at))?.states ?? [])
      if (isFirst && expected !== undefined && states.length !== expected) return undefined
      // Oldest first: an interruption leaves no gap.
      const some = states.toReversed().slice(0, REMOVED_AT_ONCE)
      for (const { id } of some) await writer.dropStateText(id, now)
      return { stack, some, isMore: states.length > some.length }
    })
    if (left === undefined) return undefined
    removed.versions += left.some.length
    for (const { bytes } of left.some) removed.bytes += bytes
    if (left.isMore) continue
    if (left.stack && left.stack.deletedAt === null && removed.versions > 0)
      deps.bus.publish({ type: 'stack', stack: refOf(left.stack), what: 'changed' })
    return removed
  }
}
