import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Basis, basisOf, checkBasis } from './basis.ts'
import { writeAllWhileFree } from './held.ts'
import { refOf, refuseRenamed } from './names.ts'
import { isPrepared, prepareDocument, type PreparedState } from '../../texts/stateText.ts'
import { putVersion } from './transfer.ts'

type StateWrite = {
  stackId: string
  basis: Basis
  /**
   * The name that is in the state, where the stack may have none yet: that it was renamed meanwhile does not show in its
   * basis then.
   */
  name?: StackName
  /** The state, or its prepared text and facts. */
  document: StateDocument | PreparedState
  message: string
  /** The record of the recovery; it may refer to the version that another stack is about to get. */
  recovery: (versionOf: (stackId: string) => number) => unknown
}

/** Further changes in the transaction of a write. */
type Within = (writer: Writer, updates: UpdateRow[]) => Promise<void>

/**
 * Writes a state from the console, as a new version and an entry of the history (docs/recovery.md, Rules of a write).
 * Locks the stack and writes only if no one holds its lease nor, other than the caller, a maintenance lock, and if the
 * current state is the one that the user saw. Throws `leaseHeld`, `stackLocked` or `staleBasis` otherwise; then nothing
 * was written.
 */
export async function writeRecovery(
  deps: Deps,
  {
    by,
    requestId,
    recovery,
    within,
    ...write
  }: Omit<StateWrite, 'recovery'> & {
    recovery: unknown
    by: Actor
    requestId: string
    within?: Within
  },
): Promise<UpdateRow> {
  const who = { by, requestId, ...(within && { within }) }
  const [update] = await writeTogether(deps, [{ ...write, recovery: () => recovery }], who)
  if (!update) throw new Error('one write makes one update')
  return update
}

/** The same for several stacks: all of them are written, or none. Returns their updates in the order of the writes. */
export async function writeTogether(
  deps: Deps,
  writes: readonly StateWrite[],
  { by, requestId, within }: { by: Actor; requestId: string; within?: Within },
): Promise<UpdateRow[]> {
  const prepared: PreparedState[] = []
  for (const { stackId, document } of writes) {
    const state = isPrepared(document) ? document : await prepareDocument(document)
    prepared.push({ ...state, text: await deps.store.ready(state.text, { stackId }) })
  }
  const ids = writes.map(({ stackId }) => stackId)
  const written = await writeAllWhileFree(deps, ids, { by, what: 'recovery' }, async (writer, stackOf, now) => {
    for (const { stackId, basis, name } of writes) {
      const stack = stackOf(stackId)
      if (name) refuseRenamed(stack, name)
      const { stateId } = stack
      checkBasis(basisOf(stateId === null ? null : await writer.state(stateId)), basis)
    }
    const versionOf = (stackId: string): number => stackOf(stackId).version + 1
    const written: { update: UpdateRow; stack: StackRow }[] = []
    for (const [at, { stackId, message, recovery }] of writes.entries()) {
      const [stack, state] = [stackOf(stackId), prepared[at]]
      if (!state) throw new Error('every write was prepared')
      const facts = { prepared: state, by, now, kind: 'recovery', message, recovery: recovery(versionOf) } as const
      const { update } = await putVersion(deps, writer, stack, facts)
      await audit(writer, { at: now, by, action: 'state.recovery', stack, detail: message, requestId })
      written.push({ update, stack })
    }
    await within?.(
      writer,
      written.map(({ update }) => update),
    )
    return written
  })
  for (const { stack, update } of written) {
    deps.bus.publish({ type: 'state', stack: refOf(stack), version: update.version ?? 0 })
  }
  return written.map(({ update }) => update)
}
