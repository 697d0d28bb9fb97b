import { describe, expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { emptyDocument } from '#domain/state/checkpoint.ts'
import type { Actor } from '../access/actor.ts'
import { takeLock } from '../locks/locks.ts'
import { waitInQueue } from '../locks/queue.ts'
import { rotateDataKey } from '../secrets/rotation.ts'
import { startUpdate } from '../updates/start.ts'
import { createUpdate } from '../updates/updates.ts'
import { restoreStack } from './restore.ts'
import { renameStack, transferStack } from './rename.ts'
import { deleteStack } from './stacks.ts'
import { replaceTags } from './tags.ts'
import { importState } from './transfer.ts'
import { writeRecovery } from './writes.ts'
import type { StackRow } from '../../store/port/stacks.ts'

const ADA: Actor = { login: 'ada', tokenName: null, userAgent: 'browser', address: null }
const BOB: Actor = { ...ADA, login: 'bob' }
const who = { by: ADA, requestId: 'request-1' }
const changer = { ...who, toChangeRules: undefined }
const REQUEST = { message: '', environment: {}, config: {}, options: {} }
const TEXT = new TextEncoder().encode(JSON.stringify(emptyDocument()))

type Write = (deps: Deps, stack: StackRow) => Promise<unknown>

/** Each write to a stack as a whole. */
const WRITES: Record<string, Write> = {
  delete: (deps, { id }) => deleteStack(deps, id, true, ADA, 'request-1'),
  import: (deps, stack) => importState(deps, stack, TEXT, ADA, 'request-1'),
  rename: (deps, { id }) => renameStack(deps, id, { newName: 'other' }, changer),
  transfer: (deps, { id }) => transferStack(deps, id, 'acme', changer),
  recovery: (deps, { id }) =>
    writeRecovery(deps, {
      stackId: id,
      basis: { version: 0, hash: '' },
      document: emptyDocument(),
      message: '',
      recovery: null,
      ...who,
    }),
  start: async (deps, stack) => {
    const { id } = await createUpdate(deps, stack, { kind: 'update', dryRun: false, request: REQUEST }, ADA)
    return startUpdate(deps, { stackId: stack.id, updateId: id }, { ...who, accessToken: null })
  },
}

/** Writes beside the state, which are allowed while an update runs. */
const OTHERS: Record<string, Write> = {
  tags: (deps, { id }) => replaceTags(deps, { stackId: id, ...changer }, { owner: 'ada' }),
  lock: (deps, { id }) => takeLock(deps, id, { reason: 'by hand', durationS: 60 }, who),
  queue: (deps, { id }) => waitInQueue(deps, id, { timeoutS: 0 }, ADA),
}

async function ready() {
  const { deps, cli: newCli } = await testService()
  const cli = newCli()
  await cli.initStack(STACK)
  const row = await deps.store.read((reader) => reader.stack({ ...STACK, name: STACK.stack }))
  if (!row) throw new Error('the stack is missing')
  const refused = async () =>
    (await deps.store.read((reader) => reader.leaseLog({ stackId: row.id, limit: 99 }))).flatMap(({ what, detail }) =>
      what === 'refused' ? detail : [],
    )
  return { deps, cli, row, refused }
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was allowed'),
    (error: unknown) => (error instanceof DomainError ? error.refusal : expect.fail(String(error))),
  )

describe('a write to a stack', () => {
  it.each(Object.entries({ ...WRITES, ...OTHERS }))('%s: is refused after the stack was deleted', async (_, write) => {
    const { deps, row } = await ready()
    await deleteStack(deps, row.id, true, BOB, 'request-1')
    expect(await refusalOf(write(deps, row))).toEqual({ kind: 'noSuchStack', name: null })
  })

  it.each(Object.entries(WRITES))(
    '%s: is refused while an update runs, and the attempt is logged',
    async (name, write) => {
      const { deps, cli, row, refused } = await ready()
      const run = await cli.start(STACK)
      expect(await refusalOf(write(deps, row))).toMatchObject({
        kind: 'leaseHeld',
        updateId: run.id,
        holder: { stack: { name: STACK.stack } },
      })
      expect(await refused()).toEqual([name === 'transfer' ? 'rename' : name])
    },
  )

  it.each(Object.entries(WRITES))('%s: is refused while another user has locked the stack', async (name, write) => {
    const { deps, row, refused } = await ready()
    await takeLock(deps, row.id, { reason: 'by hand', durationS: 60 }, { ...who, by: BOB })
    expect(await refusalOf(write(deps, row))).toMatchObject({ kind: 'stackLocked', lock: { login: 'bob' } })
    expect(await refused()).toEqual([name === 'transfer' ? 'rename' : name])
  })

  it('of all is only a recovery possible with the caller’s own lock', async () => {
    const { deps, row } = await ready()
    await takeLock(deps, row.id, { reason: 'by hand', durationS: 60 }, who)
    const { recovery, ...others } = WRITES
    for (const write of Object.values(others)) expect((await refusalOf(write(deps, row))).kind).toBe('stackLocked')
    await recovery?.(deps, row)
  })

  it.each(Object.entries({ ...WRITES, ...OTHERS }))(
    '%s: is refused for the mirror of another backend',
    async (_, write) => {
      const { deps, row, refused } = await ready()
      await deps.store.write((writer) => writer.patchStack(row.id, { backendId: 'backend-1' }))
      const before = await deps.store.read((reader) => reader.stackById(row.id))
      expect(await refusalOf(write(deps, row))).toMatchObject({ kind: 'keptElsewhere', in: { backend: row.org } })
      expect(await deps.store.read((reader) => reader.stackById(row.id))).toEqual(before)
      expect(await refused()).toEqual([])
    },
  )

  it('is not the return of a mirror that its backend no longer has', async () => {
    const { deps, row } = await ready()
    await deps.store.write((writer) => writer.patchStack(row.id, { backendId: 'backend-1', deletedAt: 1 }))
    const restored = restoreStack(deps, { org: row.org, id: row.id, name: undefined }, who)
    expect(await refusalOf(restored)).toEqual({ kind: 'noSuchDeletedStack' })
  })

  it('is not a new data key either, once the stack was deleted', async () => {
    const { deps, row } = await ready()
    await deleteStack(deps, row.id, true, BOB, 'request-1')
    await expect(rotateDataKey(deps, row)).rejects.toThrow('There is no such stack.')
  })
})
