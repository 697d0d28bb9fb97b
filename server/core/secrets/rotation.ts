import { counted } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import { FINGERPRINT, fingerprint, NEXT_FINGERPRINT, WrongMasterKeyError } from './masterKey.ts'
import type { Writer } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import { audit, SERVER } from '../access/audit.ts'
import { heldStack } from '../stacks/held.ts'
import { MAX_KEYS, parseRing } from './keyRing.ts'
import { openRing, rewrap, withNewKey } from './vault.ts'

/** Storage of master keys. Each step is durable when it returns, and atomic. */
export type KeyPlace = {
  present(): Uint8Array
  /** The new key while a rotation is in progress. */
  next(): Uint8Array | undefined
  prepare(key: Uint8Array): void
  /** Makes `next` the current key; the former is kept, for backups made with it. */
  adopt(): void
}

type RotationDeps = Pick<Deps, 'store' | 'randomBytes'> & { keys: KeyPlace }

/** The rotation is not possible now; the message says why, and what to do. Nothing was changed. */
export class RotationError extends Error {}

const BATCH = 100

/**
 * Replaces the master key: every stack's data keys are wrapped again, in batches. If the process is killed, the next
 * call continues: both keys are kept to the end, and each row names its key. No other process may serve or rotate
 * meanwhile; `mayBegin` is called inside the transaction that starts the rotation.
 */
export async function rotateMasterKey(
  deps: RotationDeps,
  options: { mayBegin?: (writer: Writer) => Promise<void>; onProgress?: (done: number, of: number) => void } = {},
): Promise<{ from: string; to: string; stacks: number }> {
  const { store, keys } = deps
  const [known, begun = ''] = await store.read((reader) =>
    Promise.all([reader.meta(FINGERPRINT), reader.meta(NEXT_FINGERPRINT)]),
  )
  const kept = keys.next()
  const isRewrapped = kept !== undefined && begun === '' && known === fingerprint(kept)
  const present = keys.present()
  const from = fingerprint(present)
  if (!isRewrapped && known !== undefined && known !== from) {
    throw new WrongMasterKeyError(`The master key has fingerprint ${from}, but this database needs ${known}.`)
  }
  if (begun !== '' && (kept === undefined || begun !== fingerprint(kept))) {
    throw new WrongMasterKeyError(
      `A rotation to the master key ${begun} was started, but that key is missing: restore the file master.key.next.`,
    )
  }
  const stacks = (await store.read((reader) => reader.stacks({ includeDeleted: true }))).filter(hasKey)
  const ids = stacks.map((stack) => stack.id)
  const next = kept ?? deps.randomBytes(32)
  const to = fingerprint(next)
  if (!isRewrapped) {
    if (begun === '') await begin(deps, { stacks, present, next, isKept: kept !== undefined }, options.mayBegin)
    await rewrapAll(deps, ids, { from: present, to: next }, options.onProgress)
    await conclude(deps, { ids, from, to })
  }
  keys.adopt()
  return { from, to, stacks: ids.length }
}

/** Mirrors of connected backends have no data key. */
const hasKey = ({ backendId }: StackRow): boolean => backendId === null

/** Starts only a rotation that can be completed: every row must open with the current key. */
async function begin(
  { store, keys }: RotationDeps,
  { stacks, present, next, isKept }: { stacks: StackRow[]; present: Uint8Array; next: Uint8Array; isKept: boolean },
  mayBegin: (writer: Writer) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const stack of stacks) await openRing(present, stack)
  await store.write(async (writer) => {
    await mayBegin(writer)
    if (!isKept) keys.prepare(next)
    await writer.setMeta(NEXT_FINGERPRINT, fingerprint(next))
  })
}

async function rewrapAll(
  deps: RotationDeps,
  ids: string[],
  masterKeys: { from: Uint8Array; to: Uint8Array },
  onProgress: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const to = fingerprint(masterKeys.to)
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    await deps.store.write(async (writer) => {
      for (const id of batch) {
        const stack = await writer.lockStack(id)
        if (stack === undefined || parseRing(stack.wrappedKey).masterKey === to) continue
        await writer.patchStack(id, { wrappedKey: await rewrap(deps, stack, masterKeys) })
      }
    })
    onProgress(at + batch.length, ids.length)
  }
}

async function conclude(
  { store }: RotationDeps,
  { ids, from, to }: { ids: string[]; from: string; to: string },
): Promise<void> {
  const at = await store.now()
  await store.write(async (writer) => {
    for (const stack of (await writer.stacks({ includeDeleted: true })).filter(hasKey)) {
      if (parseRing(stack.wrappedKey).masterKey === to) continue
      throw new RotationError(`Stack ${stack.id} came meanwhile: run this again, with no server running.`)
    }
    await writer.setMeta(FINGERPRINT, to)
    await writer.setMeta(NEXT_FINGERPRINT, '')
    const detail = `the master key, from ${from} to ${to}: ${counted(ids.length, 'stack')}`
    await audit(writer, { at, by: SERVER, action: 'keys.rotate', detail, requestId: '' })
  })
}

/** Adds a new data key to a stack. Safe while servers run: each request reads its stack's keys again. */
export async function rotateDataKey(
  deps: Pick<Deps, 'store' | 'randomBytes' | 'masterKey'>,
  name: StackName,
): Promise<{ version: number }> {
  const at = await deps.store.now()
  return deps.store.write(async (writer) => {
    const found = await writer.stack(name)
    if (found === undefined) throw new RotationError('There is no such stack.')
    const stack = await heldStack(writer, found.id)
    if (((await writer.meta(NEXT_FINGERPRINT)) ?? '') !== '')
      throw new RotationError('The master key is being rotated.')
    const version = parseRing(stack.wrappedKey).wrapped.length + 1
    if (version > MAX_KEYS) throw new RotationError(`A stack has at most ${MAX_KEYS} data keys.`)
    await openRing(deps.masterKey, stack)
    await writer.patchStack(stack.id, { wrappedKey: await withNewKey(deps, stack) })
    const detail = `data key ${version}, from the terminal`
    await audit(writer, { at, by: SERVER, action: 'keys.rotate', stack, detail, requestId: '' })
    return { version }
  })
}
