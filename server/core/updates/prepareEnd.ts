import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { EndReason, UpdateRow } from '../../store/port/updates.ts'
import { markOf, stateOfUpdate } from '../../texts/stateOfUpdate.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import { type EndEffects, endEffectsOf } from './endEffects.ts'

type At = { now: number; reason: EndReason }

/** The state that an update's end writes. Nothing for a dry run, which leaves no state. */
export type PreparedEnd = Pick<Awaited<ReturnType<typeof stateOfUpdate>>, 'mark' | 'hasUnknownEntries'> & {
  state: PreparedState | undefined
  effects: EndEffects | undefined
}
const OF_DRY_RUN: PreparedEnd = {
  mark: { journal: 0, working: '' },
  hasUnknownEntries: false,
  state: undefined,
  effects: undefined,
}

/**
 * Prepares everything possible before the transaction, including cutting and compressing the new state; undefined if
 * the update is not running.
 */
export async function prepareEnd(deps: Deps, updateId: string, at: At): Promise<PreparedEnd | undefined> {
  const found = await deps.store.read(async (reader) => {
    const update = await reader.update(updateId)
    if (update?.status !== 'running') return undefined
    return { update, prepared: await prepareEndInTransaction(deps, reader, update, at) }
  })
  if (found?.prepared.state === undefined) return found?.prepared
  const { update, prepared } = found
  const text = await deps.store.ready(found.prepared.state.text, { stackId: update.stackId })
  return { ...prepared, state: { ...found.prepared.state, text } }
}

/** The same for a running update, as this reader sees it. */
export async function prepareEndInTransaction(
  deps: Deps,
  reader: Reader,
  update: UpdateRow,
  { now, reason }: At,
): Promise<PreparedEnd> {
  if (update.dryRun) return OF_DRY_RUN
  const { prepared: state, mark, hasUnknownEntries } = await stateOfUpdate(deps, reader, update, { now, isEnd: true })
  const facts = { document: state.document, isInOrder: reason === 'complete' }
  return { state, mark, hasUnknownEntries, effects: await endEffectsOf(deps, reader, update, facts) }
}

/** Whether nothing arrived since it was prepared: no entry, no save, and no event if events were read for it. */
export async function isStillCurrent(
  reader: Reader,
  update: UpdateRow,
  { mark, effects }: PreparedEnd,
): Promise<boolean> {
  if (update.dryRun) return true
  const present = await markOf(reader, update)
  if (present.journal !== mark.journal || present.working !== mark.working) return false
  const events = effects?.events ?? null
  return events === null || events === (await reader.lastReceived(update.id))
}
