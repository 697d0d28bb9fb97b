import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createClock } from '#testing/deps.ts'
import { STACK, testService } from '#testing/service.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import { DomainError } from '../../errors.ts'
import type { Actor } from '../access/actor.ts'
import { closeExpired } from '../updates/ends.ts'
import { breakLock, extendLock, releaseLock, takeLock } from './locks.ts'
import { HEAD_START_MS, waitInQueue } from './queue.ts'
import { writeRecovery } from '../stacks/writes.ts'

const CONFLICT = '[409] Conflict: Another update is currently in progress.'
const HOUR_S = 3600
const ADA: Actor = { login: 'ada', tokenName: null, userAgent: 'browser', address: '10.0.0.1' }
const BOB: Actor = { ...ADA, login: 'bob' }
const CI: Actor = { ...ADA, tokenName: 'ci' }
const as = (by: Actor) => ({ by, requestId: 'request-1' })
const NAME = 'organization/shop/prod'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const work of cleanUp.splice(0)) await work()
})

async function openSqlite(clock: ReturnType<typeof createClock>) {
  const { openSqliteStore } = await import('../../adapters/sqlite/sqlite.ts')
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  const store = await openSqliteStore({ path: path.join(directory, 'holdfast.db'), clock: clock.now })
  cleanUp.push(async () => {
    await store.close()
    await rm(directory, { recursive: true })
  })
  return store
}

const refusal = (call: Promise<unknown>): Promise<CliRefusal | DomainError> =>
  call.then(
    () => expect.fail('it was allowed'),
    (error: unknown) => {
      if (error instanceof CliRefusal || error instanceof DomainError) return error
      throw error
    },
  )

describe.each(['memory', 'SQLite'] as const)('with the store %s', (kind) => {
  async function ready() {
    const clock = createClock()
    const world = await testService(kind === 'SQLite' ? { clock, store: await openSqlite(clock) } : { clock })
    const cli = world.cli()
    await cli.initStack(STACK)
    const { deps } = world
    const row = async () => {
      const stack = await deps.store.read((reader) => reader.stack({ ...STACK, name: STACK.stack }))
      if (!stack) throw new Error('the stack is missing')
      return stack
    }
    const { id } = await row()
    const take = (by: Actor = ADA, durationS = HOUR_S) =>
      takeLock(deps, id, { reason: 'Moving the ledger by hand', durationS }, as(by))
    const logged = async () =>
      (await deps.store.read((reader) => reader.leaseLog({ stackId: id, limit: 99 }))).map(({ what }) => what)
    const audited = async () =>
      (await deps.store.read((reader) => reader.audit({ stackId: id, limit: 99 }))).map(
        ({ action, login }) => `${action} ${login}`,
      )
    return { ...world, cli, id, row, take, logged, audited }
  }

  describe('a stack locked for maintenance', () => {
    it('refuses an update with the sentence that tools match, and says in the warning who, why and until when', async () => {
      const { cli, take, logged } = await ready()
      await take(CI)
      const refused = await refusal(cli.start(STACK))
      expect(refused.message).toBe(CONFLICT)
      expect(refused).toMatchObject({
        warning:
          'organization/shop/prod is held for maintenance by ada with token "ci" since 2026-01-05T09:00:00Z until 2026-01-05T10:00:00Z: Moving the ledger by hand (previews work; see http://localhost:8080/organization/shop/prod)',
      })
      expect(await logged()).toEqual(['locked', 'refused'])
    })

    it('refuses import, rename and delete, for everyone', async () => {
      const { cli, take } = await ready()
      await take({ ...ADA, login: 'admin', tokenName: 'laptop' })
      const at = cli.path(STACK)
      const asked = [
        () => cli.importState(STACK, { version: 3, deployment: {} }),
        () => cli.call('POST', `${at}/rename`, { body: { newName: 'x', newProject: 'shop' } }),
        () => cli.call('DELETE', `${at}?force=true`),
      ]
      for (const call of asked) {
        expect(await refusal(call())).toMatchObject({ message: CONFLICT, warning: expect.stringContaining('by admin') })
      }
    })

    it('allows previews and exports', async () => {
      const { cli, take } = await ready()
      await take()
      await (await cli.start(STACK, { kind: 'preview' })).complete()
      await (await cli.start(STACK, { dryRun: true })).complete()
      expect(await cli.exportState(STACK)).toMatchObject({ version: 3 })
    })

    it('can be recovered from the console only by the owner of the lock, with any token', async () => {
      const { cli, take, deps, id, row, logged } = await ready()
      await cli.importState(STACK, { version: 3, deployment: { manifest: {} } })
      await take()
      const { stateId } = await row()
      const state = await deps.store.read((reader) => reader.state(stateId ?? ''))
      const write = (by: Actor) =>
        writeRecovery(deps, {
          stackId: id,
          basis: { version: state?.version ?? 0, hash: state?.hash ?? '' },
          document: { version: 3, deployment: {} },
          message: 'by hand',
          recovery: null,
          ...as(by),
        })
      const refused = await refusal(write(BOB))
      expect(refused).toMatchObject({ refusal: { kind: 'stackLocked', lock: { login: 'ada' } } })
      expect((await write(CI)).version).toBe(2)
      expect((await logged()).filter((what) => what === 'refused')).toHaveLength(1)
    })

    it('is unlocked at the end of the lock, which is recorded and sent to open consoles', async () => {
      const { cli, take, clock, deps, logged, audited, row } = await ready()
      await take()
      clock.advance(HOUR_S * 1000 - 1)
      expect((await refusal(cli.start(STACK))).message).toBe(CONFLICT)
      const types: string[] = []
      deps.bus.subscribe(({ type }) => void types.push(type))
      clock.advance(1)
      await closeExpired(deps)
      expect(types).toEqual(['lock'])
      expect((await row()).lock).toBeNull()
      await cli.start(STACK)
      expect(await logged()).toEqual(['locked', 'refused', 'lock-ended', 'granted'])
      expect(await audited()).toContain('lock.end holdfast')
    })

    it('stays locked longer after an extension, by the owner only, to at most 7 days ahead', async () => {
      const { cli, take, clock, deps, id, logged } = await ready()
      await take()
      expect(await refusal(extendLock(deps, id, { durationS: HOUR_S }, as(BOB)))).toMatchObject({
        refusal: { kind: 'stackLocked' },
      })
      await extendLock(deps, id, { durationS: HOUR_S }, as(ADA))
      clock.advance(2 * HOUR_S * 1000 - 1)
      expect((await refusal(cli.start(STACK))).message).toBe(CONFLICT)
      const week = extendLock(deps, id, { durationS: 7 * 24 * HOUR_S }, as(ADA))
      expect(await refusal(week)).toMatchObject({ refusal: { kind: 'lockTooLong', mostDays: 7 } })
      clock.advance(1)
      await cli.start(STACK)
      expect(await logged()).toEqual(['locked', 'lock-extended', 'refused', 'lock-ended', 'granted'])
    })

    it('is unlocked by the owner only, with any token, and updates work at once', async () => {
      const { cli, take, deps, id, logged, audited } = await ready()
      await take()
      expect(await refusal(releaseLock(deps, id, as(BOB)))).toMatchObject({ refusal: { kind: 'stackLocked' } })
      await releaseLock(deps, id, as(CI)) // ada with another token
      await cli.start(STACK)
      expect(await logged()).toEqual(['locked', 'lock-released', 'granted'])
      expect(await audited()).toEqual(expect.arrayContaining(['lock.take ada', 'lock.release ada']))
    })

    it('is unlocked by others only with its full name and the ID of the lock that they read', async () => {
      const { cli, take, deps, id, row, logged, audited } = await ready()
      await take()
      const { lock } = await row()
      const broken = (more: object) => breakLock(deps, id, { confirm: NAME, reason: 'ada is away', ...more }, as(BOB))
      expect(await refusal(broken({ confirm: 'prod' }))).toMatchObject({
        refusal: { kind: 'notConfirmed', expected: NAME },
      })
      expect(await refusal(broken({ lock: 'another' }))).toMatchObject({
        refusal: { kind: 'lockReplaced', login: 'ada' },
      })
      expect((await refusal(cli.start(STACK))).message).toBe(CONFLICT)
      await broken({ lock: lock?.id })
      await cli.start(STACK)
      expect(await logged()).toEqual(['locked', 'refused', 'lock-broken', 'granted'])
      expect(await audited()).toContain('lock.break bob')
    })
  })

  describe('taking a lock', () => {
    it('is refused while an update runs, which continues', async () => {
      const { cli, take } = await ready()
      const run = await cli.start(STACK)
      expect(await refusal(take())).toMatchObject({
        refusal: { kind: 'lockNeedsFreeStack', runs: { login: 'admin', kind: 'update', version: 1 } },
      })
      await run.complete()
      await take()
    })

    it('is refused while another lock exists, and succeeds for only one of two simultaneous calls', async () => {
      const { take } = await ready()
      const results = await Promise.allSettled([take(ADA), take(BOB), take(CI)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })
  })

  describe('waiting in line', () => {
    const now = { timeoutS: 0 }

    it('answers at once that a free stack is free', async () => {
      const { deps, id } = await ready()
      expect(await waitInQueue(deps, id, now, CI)).toMatchObject({ position: 0 })
    })

    it('names the holder and the place in line, which the ticket keeps', async () => {
      const { cli, clock, deps, id } = await ready()
      await cli.start(STACK)
      const first = await waitInQueue(deps, id, now, CI)
      expect(first).toMatchObject({ position: 1, update: { requestedBy: 'admin' } })
      clock.advance(1)
      const second = await waitInQueue(deps, id, now, BOB)
      expect(second.position).toBe(2)
      clock.advance(1)
      expect(await waitInQueue(deps, id, now, CI)).toMatchObject({ position: 1, ticket: first.ticket })
      expect(await waitInQueue(deps, id, now, BOB)).toMatchObject({ position: 2, ticket: second.ticket })
    })

    it('gives a client one place, however many of its calls wait', async () => {
      const { cli, clock, deps, id } = await ready()
      const run = await cli.start(STACK)
      const stopping = new AbortController()
      const mine = [1, 2, 3].map(() => waitInQueue({ ...deps, stopping: stopping.signal }, id, { timeoutS: 55 }, CI))
      await expect.poll(() => deps.store.read((reader) => reader.queue(id))).toHaveLength(1)
      clock.advance(1)
      expect((await waitInQueue(deps, id, now, BOB)).position).toBe(2)
      await run.complete()
      expect((await Promise.race(mine)).position).toBe(0)
      expect((await waitInQueue(deps, id, now, BOB)).position).toBe(1)
      clock.advance(HEAD_START_MS)
      expect((await waitInQueue(deps, id, now, BOB)).position).toBe(0)
      stopping.abort()
      expect((await Promise.all(mine)).filter(({ position }) => position === 0)).toHaveLength(1)
    })

    it('notifies the first client when the lease is free, and the next one only after the first had time to start', async () => {
      const { cli, clock, deps, id } = await ready()
      const run = await cli.start(STACK)
      const first = waitInQueue(deps, id, { timeoutS: 55 }, CI)
      await expect.poll(() => deps.store.read((reader) => reader.queue(id))).toHaveLength(1)
      clock.advance(1)
      await waitInQueue(deps, id, now, BOB)
      await run.complete()
      expect((await first).position).toBe(0)
      const again = () => waitInQueue(deps, id, now, BOB)
      clock.advance(HEAD_START_MS - 1)
      expect((await again()).position).toBe(1)
      clock.advance(1)
      expect((await again()).position).toBe(0)
    })

    it('continues with the next client when the first one has started', async () => {
      const { cli, clock, deps, id, take } = await ready()
      await take()
      await waitInQueue(deps, id, now, CI)
      clock.advance(1)
      await waitInQueue(deps, id, now, BOB)
      await releaseLock(deps, id, as(ADA))
      expect((await waitInQueue(deps, id, now, CI)).position).toBe(0)
      const run = await cli.start(STACK)
      clock.advance(HEAD_START_MS)
      const waits = await waitInQueue(deps, id, now, BOB)
      expect(waits).toMatchObject({ position: 1, update: { id: run.id } })
    })

    it('is answered when the server stops, and the ticket keeps its place', async () => {
      const { cli, deps, id } = await ready()
      await cli.start(STACK)
      const stopping = new AbortController()
      const waiting = waitInQueue({ ...deps, stopping: stopping.signal }, id, { timeoutS: 55 }, CI)
      await expect.poll(() => deps.store.read((reader) => reader.queue(id))).toHaveLength(1)
      stopping.abort()
      const { position } = await waiting
      expect(position).toBe(1)
      expect((await waitInQueue(deps, id, now, CI)).position).toBe(1)
    })

    it('removes clients that do not ask again', async () => {
      const { cli, clock, deps, id } = await ready()
      await cli.start(STACK)
      await waitInQueue(deps, id, now, CI)
      clock.advance(14_999)
      expect((await waitInQueue(deps, id, now, BOB)).position).toBe(2)
      clock.advance(1)
      expect((await waitInQueue(deps, id, now, ADA)).position).toBe(2)
    })
  })
})
