import type { Deps } from '../../deps.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { EndReason, UpdateRow } from '../../store/port/updates.ts'
import { markOf, type PartsOfUpdate, partsOfUpdate, stateOfUpdate } from '../../texts/stateOfUpdate.ts'
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
  const textOf = (id: string) => deps.store.read((reader) => reader.stateText(id))
  const found = await deps.store.read(async (reader) => {
    const update = await reader.update(updateId)
    if (update?.status !== 'running') return undefined
    return { update, parts: update.dryRun ? undefined : await partsOfUpdate(deps, reader, update, textOf) }
  })
  if (found === undefined) return undefined
  if (found.parts === undefined) return OF_DRY_RUN
  // If anything arrives between the two transactions, the end is prepared again (`isStillCurrent`).
  const { state, ...prepared } = await endOf(deps, (work) => deps.store.read(work), found.parts, at)
  return { ...prepared, state: { ...state, text: await deps.store.ready(state.text, found.update) } }
}

/** The same for a running update, as this writer sees it. */
export async function prepareEndInTransaction(
  deps: Deps,
  writer: Writer,
  update: UpdateRow,
  at: At,
): Promise<PreparedEnd> {
  if (update.dryRun) return OF_DRY_RUN
  const parts = await partsOfUpdate(deps, writer, update, (id) => writer.stateText(id))
  return endOf(deps, (work) => work(writer), parts, at)
}

async function endOf(
  deps: Deps,
  read: <T>(work: (reader: Reader) => Promise<T>) => Promise<T>,
  parts: PartsOfUpdate,
  { now, reason }: At,
) {
  const { prepared: state, mark, hasUnknownEntries } = await stateOfUpdate(deps, parts, { now, isEnd: true })
  const facts = { document: state.document, isInOrder: reason === 'complete' }
  const effects = await read((reader) => endEffectsOf(deps, reader, parts.update, facts))
  return { state, mark, hasUnknownEntries, effects }
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
