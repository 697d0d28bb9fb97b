import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import type { StackRow } from '../store/port/stacks.ts'
import type { StateRow, TextParts } from '../store/port/states.ts'
import type { UpdateRow } from '../store/port/updates.ts'
import { NO_STATE, type StateSource, storedState, textOfState } from './askStates.ts'
import { outside } from './waiting/outside.ts'
import { markOf, partsOfUpdate, stateOfUpdate } from './stateOfUpdate.ts'
import { shared } from './waiting/shared.ts'
import { EMPTY_TEXT } from './stateText.ts'
import { textJobsHere } from './textJobs.ts'

type Replay = { text: Uint8Array; hash: string }

/** The text of an export: in the store, or in memory. */
export type Exported = Pick<StateRow, 'id' | 'hash'> | { text: Uint8Array }

/**
 * Returns what an export answers: the current state, byte for byte; while an update runs, its state so far, once an
 * entry other than the secrets manager arrived (docs/protocol.md, Export: the running client's indexes refer to the
 * base).
 */
export async function exported(deps: Deps, reader: Reader, stack: StackRow): Promise<Exported> {
  const replayed = await replayedState(deps, reader, stack)
  if (replayed !== undefined) return { text: replayed.text }
  const row = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  return row ?? { text: EMPTY_TEXT }
}

export const partsOf = async (reader: Reader, from: Exported): Promise<TextParts> =>
  'text' in from ? inOne(from.text) : reader.stateParts(from.id)

const inOne = (text: Uint8Array): TextParts => ({
  bytes: text.length,
  parts: (async function* () {
    yield text
  })(),
})

/** Size in bytes below which a stream costs more than it saves. */
const STREAMED_BYTES = 1024 * 1024

/** Returns a text as the body of a response; a large one is sent while it is being restored. */
export async function bodyOf({ bytes, parts }: TextParts): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  const each = parts[Symbol.asyncIterator]()
  if (bytes > STREAMED_BYTES) {
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await each.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await each.return?.()
      },
    })
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (let next = await each.next(); !next.done; next = await each.next()) {
    whole.set(next.value, at)
    at += next.value.length
  }
  return whole
}

/** Returns the state so far of the update that holds the stack, if it has started to do something. */
async function replayedState(deps: Deps, reader: Reader, stack: StackRow): Promise<Replay | undefined> {
  const holder = stack.holderId === null ? undefined : await reader.update(stack.holderId)
  if (holder === undefined || !(await hasProgress(reader, holder))) return undefined
  const mark = await markOf(reader, holder)
  const known = deps.caches.replays.peek(holder.id) // `peek` keeps the order of eviction: the last ones replayed stay
  if (known && known.mark.journal === mark.journal && known.mark.working === mark.working) return known
  const key = `${holder.id} after ${mark.journal} entries, ${mark.working}`
  const { jobs = textJobsHere } = deps
  // Named by the update alone: entries that arrive meanwhile must not have it computed again and again.
  return outside(jobs, `state so far of ${holder.id}`, () =>
    shared(deps.caches.replaying, key, jobs, () => replayedNow(deps, holder)),
  )
}

/** Replays what has arrived by now. */
async function replayedNow(deps: Deps, holder: UpdateRow): Promise<Replay> {
  const textOf = (id: string) => deps.store.read((reader) => reader.stateText(id))
  const parts = await deps.store.read(async (reader) =>
    partsOfUpdate(deps, reader, (await reader.update(holder.id)) ?? holder, textOf),
  )
  const { prepared, mark } = await stateOfUpdate(deps, parts, { now: await deps.store.now(), isEnd: false })
  const replay = { mark, text: prepared.text, hash: prepared.facts.hash }
  deps.caches.replays.set(holder.id, replay)
  return replay
}

async function hasProgress(reader: Reader, update: UpdateRow): Promise<boolean> {
  if ((await reader.workingSequence(update.id)) !== undefined) return true
  return (await reader.journalKinds(update.id)).some(({ kind }) => kind !== ENTRY_KIND.secretsManager)
}

/** Returns the state to show: while an update runs, what has arrived so far. */
export async function liveState(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
): Promise<{ source: StateSource; row: StateRow | null; isRunning: boolean }> {
  const row = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
  const isRunning = stack.holderId !== null
  const replayed = await replayedState(deps, reader, stack)
  if (replayed !== undefined) return { source: textOfState(replayed.text, replayed.hash), row, isRunning }
  return { source: row === null ? NO_STATE : storedState(reader, row), row, isRunning }
}
