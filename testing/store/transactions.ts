import { describe, expect, it } from 'vitest'
import { type Reader, StoreUnavailableError, type Writer } from '#server/store/port.ts'
import {
  aLease,
  aSession,
  anAuditRow,
  aStack,
  aState,
  aToken,
  anUpdate,
  aUser,
  type Bench,
  bytesOf,
  gate,
  seed,
  type CurrentBench,
} from './rows.ts'

export function transactionSuite(bench: CurrentBench): void {
  describe('the time in the store', () => {
    it('is that of the clock it was given', async () => {
      const { store, advance } = bench()
      const before = await store.now()
      advance(90_000)
      const passed = (await store.now()) - before
      expect(passed).toBeGreaterThanOrEqual(90_000)
      expect(passed).toBeLessThan(95_000) // a database's own clock runs on meanwhile
    })
  })

  describe('a transaction', () => {
    it('leaves nothing in any table when it throws', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(touchEverything('a'))
      const before = await store.read(everything)
      const failed = store.write(async (writer) => {
        await touchEverything('b')(writer)
        expect(await everything(writer)).not.toEqual(before)
        throw new Error('rolled back on purpose')
      })
      await expect(failed).rejects.toThrow('rolled back on purpose')
      expect(await store.read(everything)).toEqual(before)
      await store.write((writer) => writer.setMeta('unrelated', 'commit'))
      expect(await store.read(everything)).toEqual(before)
    })

    it('can be repeated after it was rolled back, with everything new', async () => {
      const { store } = bench()
      await seed(store)
      const append = (first: number, text: string) => (writer: Writer) =>
        Promise.all([
          writer.appendJournal(
            'update-1',
            [first, first + 1].map((at) => entry(at, text)),
            1,
          ),
          writer.appendEvents(
            'update-1',
            [first, first + 1].map((at) => entry(at, text)),
            1,
            false,
          ),
        ])
      const entry = (at: number, text: string) => ({ sequenceID: at, operationID: at, kind: 0, sequence: at, text })
      await store.write(append(1, 'kept'))
      const failed = store.write(async (writer) => {
        await append(3, 'rolled back')(writer)
        throw new Error('rolled back on purpose')
      })
      await expect(failed).rejects.toThrow('rolled back on purpose')
      expect(await store.write(append(4, 'done again'))).toEqual([2, 2])
      expect(await store.write(append(4, 'too late'))).toEqual([0, 0])
      await store.read(async (reader) => {
        const journal = (await reader.journal('update-1')).map(({ sequenceID, text }) => [sequenceID, text])
        const events = await reader.events('update-1', { after: 0, limit: 100 })
        const expected = [
          [1, 'kept'],
          [2, 'kept'],
          [4, 'done again'],
          [5, 'done again'],
        ]
        expect(journal).toEqual(expected)
        expect(events.map(({ sequence, text }) => [sequence, text])).toEqual(expected)
      })
    })

    it('returns the result of its work, and reads its own writes', async () => {
      const { store } = bench()
      const seen = await store.write(async (writer) => {
        await writer.setMeta('key', 'one')
        await writer.setMeta('key', 'two')
        return writer.meta('key')
      })
      expect(seen).toBe('two')
    })

    it('refuses calls after its end that were not awaited inside it', async () => {
      const { store } = bench()
      let kept: Writer | undefined
      await store.write(async (writer) => void (kept = writer))
      await expect(kept?.setMeta('late', 'value')).rejects.toThrow('this transaction is over')
      expect(await store.read((reader) => reader.meta('late'))).toBeUndefined()
    })

    it('is refused by a closed store, with a recognisable error', async () => {
      const { store } = bench()
      await store.close()
      await expect(store.read((reader) => reader.users())).rejects.toThrow(StoreUnavailableError)
      await expect(store.write((writer) => writer.setMeta('a', 'b'))).rejects.toThrow(StoreUnavailableError)
    })
  })

  describe('simultaneous writes', () => {
    it('run one after the other on one stack', async () => {
      const { store } = bench()
      await seed(store)
      const raise = () =>
        store.write(async (writer) => {
          const stack = await writer.lockStack('stack-1')
          await Promise.resolve()
          await writer.patchStack('stack-1', { version: (stack?.version ?? 0) + 1 })
        })
      await Promise.all([raise(), raise()])
      expect((await store.read((reader) => reader.stackById('stack-1')))?.version).toBe(2)
    })

    it('let exactly one of 200 take a lease', async () => {
      const { store } = bench()
      await seed(store)
      const take = (id: string) =>
        store.write(async (writer) => {
          const stack = await writer.lockStack('stack-1')
          if (stack === undefined || stack.holderId !== null) return false
          await Promise.resolve()
          await writer.patchStack('stack-1', { holderId: id })
          return true
        })
      const won = await Promise.all(Array.from({ length: 200 }, (_, index) => take(`update-${index}`)))
      expect(won.filter(Boolean)).toHaveLength(1)
      const holder = (await store.read((reader) => reader.stackById('stack-1')))?.holderId
      expect(holder).toBe(`update-${won.indexOf(true)}`)
    })

    it.each([
      ['read', async (writer: Writer, id: string) => writer.update(id)],
      ['held with its stack', async (writer: Writer, id: string) => (await writer.holdUpdate(id))?.update],
    ])('leave an update as it was %s until the decision based on it is written', async (_, look) => {
      const { store } = bench()
      await seed(store)
      const ids = Array.from({ length: 50 }, (_, index) => `race-${index}`)
      await store.write(async (writer) => {
        for (const id of ids) await writer.insertUpdate(anUpdate({ id, status: 'running' }))
      })
      const report = (id: string) =>
        store.write(async (writer) => {
          if ((await look(writer, id))?.status !== 'running') return 'refused'
          await writer.appendJournal(id, [{ sequenceID: 1, operationID: 1, kind: 0, text: '{}' }], 1)
          return 'acknowledged'
        })
      const end = (id: string) =>
        store.write(async (writer) => {
          await writer.lockStack('stack-1')
          const entries = await writer.journal(id)
          await writer.patchUpdate(id, { status: 'succeeded' })
          return entries.length === 0 ? 'refused' : 'acknowledged'
        })
      const seen = await Promise.all(ids.map((id) => Promise.all([report(id), end(id)])))
      expect(seen.filter(([reported, ended]) => reported !== ended)).toEqual([])
    })

    it('leave a token as it was read until the decision based on it is written', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertUser(aUser()))
      const ids = Array.from({ length: 50 }, (_, index) => `race-${index}`)
      await store.write(async (writer) => {
        for (const id of ids) await writer.insertToken(aToken({ id, hash: id }))
      })
      const breed = (id: string) =>
        store.write(async (writer) => {
          if ((await writer.tokenById(id))?.revokedAt !== null) return 'refused'
          await writer.insertToken(aToken({ id: `child-${id}`, hash: `child-${id}`, parentId: id }))
          return 'made'
        })
      const revoke = (id: string) =>
        store.write(async (writer) => {
          await writer.patchToken(id, { revokedAt: 9 })
          return (await writer.childTokens(id)).length === 0 ? 'refused' : 'made'
        })
      const seen = await Promise.all(ids.map((id) => Promise.all([breed(id), revoke(id)])))
      expect(seen.filter(([made, found]) => made !== found)).toEqual([])
    })

    it('continue after one of them failed', async () => {
      const { store } = bench()
      const results = await Promise.allSettled([
        store.write((writer) => writer.setMeta('a', '1')),
        store.write(async () => {
          throw new Error('rolled back on purpose')
        }),
        store.write((writer) => writer.setMeta('b', '2')),
      ])
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await store.read((reader) => Promise.all([reader.meta('a'), reader.meta('b')]))).toEqual(['1', '2'])
    })
  })
}

/** For stores with several connections: one in memory has a single one, and its reads and writes take turns. */
export function snapshotSuite(bench: CurrentBench): void {
  describe('a transaction', () => {
    it('is invisible before it commits, and does not block readers', async () => {
      const { store } = bench()
      const [written, looked] = [gate(), gate()]
      const writing = store.write(async (writer) => {
        await writer.setMeta('key', 'value')
        await writer.insertUser(aUser())
        written.open()
        await looked.opened
      })
      await written.opened
      expect(await store.read((reader) => reader.meta('key'))).toBeUndefined()
      expect(await store.read((reader) => reader.users())).toEqual([])
      looked.open()
      await writing
      expect(await store.read((reader) => reader.meta('key'))).toBe('value')
    })

    it('gives a reader one consistent snapshot, whatever is written meanwhile', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(touchEverything('a'))
      const [looked, changed] = [gate(), gate()]
      const reading = store.read(async (reader) => {
        const before = await everything(reader)
        looked.open()
        await changed.opened
        return { before, after: await everything(reader) }
      })
      await looked.opened
      await store.write(touchEverything('b'))
      await store.write(touchEverything('c'))
      changed.open()
      const { before, after } = await reading
      expect(after).toEqual(before)
      expect(await store.read(everything)).not.toEqual(before)
    })
  })
}

/** For stores that outlive their process. */
export function durabilitySuite(bench: () => Required<Bench>): void {
  it('stores journal entries compressed', async () => {
    const { store, journalBytes } = bench()
    await seed(store)
    const text = JSON.stringify({ urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs', tags: 'x'.repeat(900) })
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ sequenceID: index, operationID: index, kind: 0, text }))
    await store.write((writer) => writer.appendJournal('update-1', rows, 1))
    expect(await store.read((reader) => reader.journal('update-1'))).toHaveLength(rows.length)
    expect(await journalBytes()).toBeLessThan((text.length * rows.length) / 20)
    expect(await journalBytes()).toBeGreaterThan(0)
  })

  it('keeps everything when it is opened again', async () => {
    const { store, reopen } = bench()
    await seed(store)
    await store.write(touchEverything('a'))
    const before = await store.read(everything)
    const again = await reopen()
    expect(await again.read(everything)).toEqual(before)
  })
}

/** Writes to every table by every method; `name` makes the rows distinct. */
const touchEverything = (name: string) => async (writer: Writer) => {
  const [stackId, updateId] = [`stack-${name}`, `update-${name}`]
  await writer.setMeta('last', name)
  await writer.insertUser(aUser({ id: `user-${name}`, login: name }))
  await writer.insertToken(aToken({ id: `token-${name}`, hash: `token-${name}` }))
  await writer.insertToken(aToken({ id: `revoked-${name}`, hash: `revoked-${name}` }))
  await writer.patchToken(`revoked-${name}`, { revokedAt: 5 })
  await writer.insertSession(aSession({ hash: `session-${name}`, id: name }))
  await writer.deleteSession('session-a')
  await writer.insertSession(aSession({ hash: 'session-a', userId: `user-${name}` }))
  await writer.useSession('session-a', name.charCodeAt(0))
  await writer.insertCode({ hash: `code-${name}`, userId: 'user-1', tokenId: null, expiresAt: 9, usedAt: null })
  await writer.useCode(`code-${name}`, 3)
  await writer.insertStack(aStack({ id: stackId, name }))
  await writer.patchStack('stack-1', { name: `renamed-${name}`, version: name.charCodeAt(0), tags: { name } })
  await writer.insertUpdate(anUpdate({ id: updateId, stackId: 'stack-1', dryRun: true }))
  await writer.patchUpdate('update-1', { status: 'running', lease: aLease, requestedBy: name })
  await writer.putState(aState({ id: `state-${name}` }), bytesOf(`state ${name}`))
  await writer.putWorking('update-1', { ...aWorking, bytes: bytesOf(`working ${name}`) })
  await writer.putWorking(updateId, { ...aWorking, bytes: bytesOf(name) })
  await writer.dropWorking('update-a')
  const sequence = name.charCodeAt(0)
  await writer.appendJournal('update-1', [{ sequenceID: sequence, operationID: 1, kind: 0, text: name }], 4)
  await writer.appendEvents('update-1', [{ sequence, text: name }], 4, false)
  await writer.appendLate('update-1', { receivedAt: 4, what: 'journal', text: name })
  await writer.appendLeaseLog({ ...aLeaseLog, detail: name })
  await writer.appendAudit({ ...anAuditRow(), at: 4, login: name })
}

const aWorking = { sequenceNumber: 1, kind: 'full' as const, features: null, version: 3 }
const aLeaseLog = {
  stackId: 'stack-1',
  updateId: 'update-1',
  at: 4,
  what: 'granted' as const,
  login: 'admin',
  tokenName: null,
  userAgent: '',
  address: null,
}

/** Everything that the store returns about these rows. */
const everything = async (reader: Reader) => {
  const names = ['a', 'b', 'c']
  const list = { limit: 100, offset: 0 }
  const states = await reader.states('stack-1', list)
  return {
    meta: await reader.meta('last'),
    users: await reader.users(),
    tokens: await reader.tokens('user-1'),
    token: await Promise.all(names.map((name) => reader.tokenByHash(`token-${name}`))),
    sessions: await Promise.all(names.map((name) => reader.sessionByHash(`session-${name}`))),
    codes: await Promise.all(names.map((name) => reader.codeByHash(`code-${name}`))),
    stacks: await reader.stacks({ includeDeleted: true }),
    named: await Promise.all(
      names.map((name) => reader.stack({ org: 'acme', project: 'website', name: `renamed-${name}` })),
    ),
    updates: await reader.updates('stack-1', { ...list, previews: 'also' }),
    running: await reader.runningUpdates(),
    states,
    texts: await Promise.all(states.map(({ id }) => reader.stateText(id))),
    working: await reader.working('update-1'),
    workings: await Promise.all(names.map((name) => reader.working(`update-${name}`))),
    journal: await reader.journal('update-1'),
    events: await reader.events('update-1', { after: 0, limit: 100 }),
    late: await reader.late('update-1'),
    leaseLog: (await reader.leaseLog({ stackId: 'stack-1', limit: 100 })).map(({ detail }) => detail),
    audit: (await reader.audit({ limit: 100 })).map(({ login }) => login),
  }
}
