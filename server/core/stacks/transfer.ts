import type { Deps } from '../../deps.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { TextRemovedError } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { carriedConfig } from './carriedConfig.ts'
import { DomainError } from '../../errors.ts'
import { storeReplacementEffects } from '../updates/endEffects.ts'
import { nameOf, refOf, refuseRenamed } from './names.ts'
import { refuseHeld, writeWhileFree } from './held.ts'
import { exported, type Exported } from '../../texts/exports.ts'
import { keepOutline, readOutline } from '../../texts/states.ts'
import { EMPTY_TEXT, type PreparedState, stateRow } from '../../texts/stateText.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { blankUpdate, ended } from '../updates/updates.ts'

/**
 * Replaces the state by a document as given, valid or not: forced imports of damaged states are legitimate
 * (docs/protocol.md, Import). The bytes are stored unchanged.
 */
export async function importState(
  deps: Deps,
  { id: stackId, stateId, ...stack }: StackRow,
  text: Uint8Array,
  by: Actor,
  requestId: string,
): Promise<{ updateId: string }> {
  const { jobs = textJobsHere } = deps
  const name = nameOf(stack)
  const checked = await jobs.prepareImport({ text, stack: name })
  const prepared = { ...checked, text: await deps.store.ready(checked.text, { stackId }) }
  // Read ahead into the cache, because it is compared under the lock.
  if (stateId !== null) await deps.store.read((reader) => readOutline(deps, reader, stateId))
  const { held, update } = await writeWhileFree(deps, stackId, { by, what: 'import' }, async (writer, held, now) => {
    refuseRenamed(held, name)
    const facts = { prepared, by, now, kind: 'import', message: '', recovery: null } as const
    const { update } = await putVersion(deps, writer, held, facts)
    const detail = `version ${update.version}`
    await audit(writer, { at: now, by, action: 'stack.import', stack: held, detail, requestId })
    return { held, update }
  })
  keepOutline(deps, prepared)
  deps.bus.publish({ type: 'state', stack: refOf(held), version: update.version ?? 0 })
  return { updateId: update.id }
}

/** Adds a finished update with a new state, under a lock held by the caller. */
export async function putVersion(
  deps: Deps,
  writer: Writer,
  stack: StackRow,
  input: {
    prepared: PreparedState
    by: Actor
    now: number
    kind: 'import' | 'recovery'
    message: string
    recovery: unknown
  },
): Promise<{ update: UpdateRow }> {
  refuseHeld(stack)
  const { prepared, now } = input
  const version = stack.version + 1
  const stateId = deps.newId()
  const update: UpdateRow = {
    ...ended(blankUpdate(deps, stack, input.by, now), now, version),
    kind: input.kind,
    request: { message: input.message, ...(await carriedConfig(writer, stack)), options: {} },
    baseStateId: stack.stateId,
    stateId,
    resourceChanges: {},
    recovery: input.recovery,
  }
  await writer.insertUpdate(update)
  await writer.putState(
    stateRow(prepared, { id: stateId, stackId: stack.id, version, updateId: update.id, createdAt: now }),
    prepared.text,
  )
  await writer.patchStack(stack.id, { version, stateId, latestUpdateId: update.id })
  await storeReplacementEffects(deps, writer, { stack, update, document: prepared.document, at: now })
  return { update }
}

/** Returns the state of one version, byte for byte; throws if it does not exist, or its text was removed. */
export async function exportVersion(reader: Reader, stack: StackRow, version: number): Promise<Exported> {
  const row = await reader.stateByVersion(stack.id, version)
  if (row !== undefined && row.textRemovedAt !== null) throw new TextRemovedError(row)
  if (row !== undefined) return row
  // A stack was renamed before it had a state: that version has none either.
  const update = await reader.updateByVersion(stack.id, version)
  if (update?.status === 'succeeded') return { text: EMPTY_TEXT }
  throw new DomainError({ kind: 'noSuchVersion', of: 'state', version: String(version) })
}

export const exportCurrent = async (deps: Deps, reader: Reader, stack: StackRow): Promise<Exported> =>
  exported(deps, reader, (await reader.stackById(stack.id)) ?? stack)
