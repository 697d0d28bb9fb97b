import { describe, expect, it } from 'vitest'
import type { LeaseLogRow } from '#server/store/port/logs.ts'
import { anAuditRow, aStack, anUpdate, seed, type CurrentBench } from './rows.ts'

const entry = (sequenceID: number, text = `entry ${sequenceID}`) => ({
  sequenceID,
  operationID: sequenceID,
  kind: 0,
  text,
})
const event = (sequence: number, text = `event ${sequence}`) => ({ sequence, text })

export function logSuite(bench: CurrentBench): void {
  describe('the journal', () => {
    it('accepts each entry once, keeps the first, and returns them by number', async () => {
      const { store } = bench()
      await seed(store)
      const append = (rows: ReturnType<typeof entry>[], at: number) =>
        store.write((writer) => writer.appendJournal('update-1', rows, at))
      expect(await append([entry(10), entry(2)], 100)).toBe(2)
      expect(await append([entry(2, 'again'), entry(1), entry(1, 'twice in one batch')], 200)).toBe(1)
      expect(await append([], 300)).toBe(0)
      expect(await store.read((reader) => reader.journal('update-1'))).toEqual([
        { ...entry(1), receivedAt: 200 },
        { ...entry(2), receivedAt: 100 },
        { ...entry(10), receivedAt: 100 },
      ])
      expect(await store.read((reader) => reader.journal('unknown'))).toEqual([])
    })

    it('keeps numbers as large as a client can send, and keeps the updates apart', async () => {
      const { store } = bench()
      await seed(store)
      const large = { sequenceID: Number.MAX_SAFE_INTEGER, operationID: 2 ** 40, kind: 9, text: '{"a":"\\ud800"}' }
      await store.write(async (writer) => {
        await writer.insertUpdate(anUpdate({ id: 'update-2' }))
        await writer.appendJournal('update-1', [large], 1)
        await writer.appendJournal('update-2', [{ ...large, text: 'other' }], 1)
      })
      expect(await store.read((reader) => reader.journal('update-1'))).toEqual([{ ...large, receivedAt: 1 }])
    })

    it('accepts the same batch, sent twice at the same instant, once', async () => {
      const { store } = bench()
      await seed(store)
      const batch = Array.from({ length: 100 }, (_, index) => entry(index + 1))
      const send = () => store.write((writer) => writer.appendJournal('update-1', batch, 1))
      expect((await Promise.all([send(), send()])).sort((a, b) => a - b)).toEqual([0, 100])
      expect(await store.read((reader) => reader.journal('update-1'))).toHaveLength(100)
    })

    it('counts its entries by kind', async () => {
      const { store } = bench()
      await seed(store)
      const kinds = [6, 1, 0, 1, 0, 0]
      const rows = kinds.map((kind, index) => ({ ...entry(index + 1), kind }))
      const counted = () => store.read((reader) => reader.journalKinds('update-1'))
      expect(await counted()).toEqual([])
      await store.write(async (writer) => {
        await writer.insertUpdate(anUpdate({ id: 'update-2' }))
        await writer.appendJournal('update-1', rows, 1)
        await writer.appendJournal('update-2', [entry(1)], 1)
        await writer.appendJournal('update-1', rows.slice(0, 3), 2)
      })
      expect(await counted()).toEqual([
        { kind: 0, count: 3 },
        { kind: 1, count: 2 },
        { kind: 6, count: 1 },
      ])
    })

    it('is read from a given number, however its entries were batched', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.insertUpdate(anUpdate({ id: 'update-2' }))
        await writer.appendJournal('update-2', [entry(9)], 1)
        await writer.appendJournal('update-1', [entry(2), entry(6), entry(3)], 1)
        await writer.appendJournal('update-1', [entry(-1), entry(1)], 1)
        await writer.appendJournal('update-1', [entry(4), entry(5)], 1)
      })
      const numbers = async (after?: number) =>
        (await store.read((reader) => reader.journal('update-1', after))).map(({ sequenceID }) => sequenceID)
      expect(await numbers()).toEqual([-1, 1, 2, 3, 4, 5, 6])
      expect(await numbers(3)).toEqual([4, 5, 6])
      expect(await numbers(-2)).toEqual([-1, 1, 2, 3, 4, 5, 6])
      expect(await numbers(6)).toEqual([])
    })

    it('returns its length, and the time of its first entry', async () => {
      const { store } = bench()
      await seed(store)
      const span = (id: string) => store.read((reader) => reader.journalSpan(id))
      expect(await span('update-1')).toEqual({ entries: 0, firstAt: null })
      await store.write(async (writer) => {
        await writer.insertUpdate(anUpdate({ id: 'update-2' }))
        await writer.appendJournal('update-2', [entry(1)], 1)
        await writer.appendJournal('update-1', [entry(3)], 7)
        await writer.appendJournal('update-1', [entry(1), entry(2)], 5)
      })
      expect(await span('update-1')).toEqual({ entries: 3, firstAt: 5 })
    })

    it('stays as fast with 30,000 entries as with none', async () => {
      const { store } = bench()
      await seed(store)
      const batch = (from: number) => Array.from({ length: 1_000 }, (_, index) => entry(from + index))
      for (let from = 0; from < 30_000; from += 1_000) {
        await store.write((writer) => writer.appendJournal('update-1', batch(from), 1))
      }
      const timed = async (updateId: string) => {
        const started = performance.now()
        for (let at = 0; at < 100; at++) {
          await store.write((writer) => writer.appendJournal(updateId, [entry(50_000 + at)], 1))
        }
        return performance.now() - started
      }
      await store.write((writer) => writer.insertUpdate(anUpdate({ id: 'empty' })))
      const empty = await timed('empty')
      expect(await timed('update-1')).toBeLessThan(10 * empty + 100)
      expect(await store.read((reader) => reader.journal('update-1'))).toHaveLength(30_100)
    })
  })

  describe('events', () => {
    it('are accepted once each, returned in order of receipt, and can be followed', async () => {
      const { store } = bench()
      await seed(store)
      const append = (rows: ReturnType<typeof event>[], late = false) =>
        store.write((writer) => writer.appendEvents('update-1', rows, 5, late))
      expect(await append([event(1), event(0)])).toBe(2)
      expect(await append([event(1, 'again'), event(7), event(7, 'twice in one batch')], true)).toBe(1)
      expect(await append([event(3)])).toBe(1)
      await store.read(async (reader) => {
        const rows = await reader.events('update-1', { after: 0, limit: 100 })
        expect(rows.map(({ sequence }) => sequence)).toEqual([1, 0, 7, 3])
        expect(rows[2]).toEqual({
          received: rows[2]?.received,
          sequence: 7,
          line: null,
          text: 'event 7',
          receivedAt: 5,
          late: true,
        })
        const received = rows.map((row) => row.received)
        expect(received).toEqual([...new Set(received)].sort((a, b) => a - b))
        expect(received[0]).toBeGreaterThan(0)
        const after = (place: number, limit: number) =>
          reader
            .events('update-1', { after: received[place] ?? -1, limit })
            .then((page) => page.map((row) => row.sequence))
        expect(await after(0, 2)).toEqual([0, 7])
        expect(await after(2, 100)).toEqual([3])
        expect(await after(3, 100)).toEqual([])
        expect(await reader.lastReceived('update-1')).toBe(received.at(-1))
        expect(await reader.lastReceived('unknown')).toBe(0)
      })
    })
  })

  describe('late reports', () => {
    it('are kept in order, with their update', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.appendLate('update-1', { receivedAt: 5, what: 'journal', text: 'first' })
        await writer.appendLate('update-1', { receivedAt: 4, what: 'complete', text: 'second' })
      })
      const rows = await store.read((reader) => reader.late('update-1'))
      expect(rows.map(({ text, what, updateId, receivedAt }) => [text, what, updateId, receivedAt])).toEqual([
        ['first', 'journal', 'update-1', 5],
        ['second', 'complete', 'update-1', 4],
      ])
      expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
    })

    it('have a total size', async () => {
      const { store } = bench()
      await seed(store)
      const size = () => store.read((reader) => reader.lateSize('update-1'))
      expect(await size()).toEqual({ rows: 0, length: 0, last: null })
      await store.write(async (writer) => {
        await writer.appendLate('update-1', { receivedAt: 5, what: 'journal', text: 'first' })
        await writer.appendLate('update-1', { receivedAt: 4, what: 'complete', text: '12' })
      })
      expect(await size()).toEqual({ rows: 2, length: 7, last: 'complete' })
    })
  })

  describe('the entries of an update', () => {
    it('require an existing update', async () => {
      const { store } = bench()
      const late = { receivedAt: 1, what: 'journal', text: '' }
      await expect(store.write((writer) => writer.appendJournal('unknown', [entry(1)], 1))).rejects.toThrow(Error)
      await expect(store.write((writer) => writer.appendEvents('unknown', [event(1)], 1, false))).rejects.toThrow(Error)
      await expect(store.write((writer) => writer.appendLate('unknown', late))).rejects.toThrow(Error)
    })
  })

  describe('the log of leases', () => {
    const row = (at: number, detail: string, more: Partial<LeaseLogRow> = {}): Omit<LeaseLogRow, 'id'> => ({
      stackId: 'stack-1',
      updateId: 'update-1',
      at,
      what: 'renewed',
      login: 'admin',
      tokenName: 'laptop',
      userAgent: 'pulumi-cli/1',
      address: null,
      detail,
      ...more,
    })

    it('returns the newest in ascending order, of a stack or of an update', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
        await writer.appendLeaseLog(row(30, 'c'))
        await writer.appendLeaseLog(row(10, 'a'))
        await writer.appendLeaseLog(row(20, 'b', { updateId: 'update-2', what: 'refused' }))
        await writer.appendLeaseLog(row(30, 'd', { updateId: null }))
        await writer.appendLeaseLog(row(40, 'elsewhere', { stackId: 'stack-2' }))
      })
      await store.read(async (reader) => {
        const list = (filter: { updateId?: string; limit: number }) =>
          reader.leaseLog({ stackId: 'stack-1', ...filter })
        const details = async (filter: { updateId?: string; limit: number }) =>
          (await list(filter)).map(({ detail }) => detail)
        expect(await details({ limit: 100 })).toEqual(['a', 'b', 'c', 'd'])
        expect(await details({ limit: 2 })).toEqual(['c', 'd'])
        expect(await details({ limit: 0 })).toEqual([])
        expect(await details({ updateId: 'update-1', limit: 1 })).toEqual(['c'])
        const [refused] = await list({ updateId: 'update-2', limit: 9 })
        expect(refused).toEqual({ ...row(20, 'b', { updateId: 'update-2', what: 'refused' }), id: refused?.id })
      })
    })

    it('returns who was refused on any stack since a time, the newest first', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
        for (const [at, name] of [
          [10, 'early'],
          [20, 'here'],
          [30, 'last'],
        ] as const)
          await writer.appendLeaseLog(row(at, name, { what: 'refused' }))
        await writer.appendLeaseLog(row(25, 'there', { stackId: 'stack-2', what: 'refused', updateId: null }))
        await writer.appendLeaseLog(row(26, 'renewed'))
      })
      await store.read(async (reader) => {
        const refused = async (limit: number) =>
          (await reader.refusals({ since: 20, limit })).map(({ stackId, detail }) => `${stackId} ${detail}`)
        expect(await refused(9)).toEqual(['stack-1 last', 'stack-2 there', 'stack-1 here'])
        expect(await refused(1)).toEqual(['stack-1 last'])
      })
    })

    it('requires an existing stack', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.appendLeaseLog(row(1, 'a')))).rejects.toThrow(Error)
    })
  })

  describe('the audit log', () => {
    const row = (at: number, action: string, stackId: string | null) =>
      anAuditRow({ at, action, stackId, stack: stackId && `acme/website/${stackId}`, login: `by-${action}` })

    it('returns the actions on the stacks of an organization, and those on no stack', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.appendAudit(row(1, 'none', null))
        for (const stack of ['acme/website/prod', 'acme-two/website/prod', 'Acme/website/prod', 'ac_e/a/b', 'acme'])
          await writer.appendAudit({ ...row(2, stack, 'stack-1'), stack })
      })
      await store.read(async (reader) => {
        const actions = async (org: string) => (await reader.audit({ org, limit: 100 })).map(({ action }) => action)
        expect(await actions('acme')).toEqual(['acme/website/prod', 'none'])
        expect(await actions('ac_e')).toEqual(['ac_e/a/b', 'none'])
        expect(await actions('nobody')).toEqual(['none'])
      })
    })

    it('finds words in any field, ignoring case and taken literally, together with other filters', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        const rows = [
          { login: 'ada', detail: 'Raised the 100%_Limit', stack: 'acme/website/prod' },
          { login: 'bob', tokenName: 'Laptop', address: '10.0.0.7', stack: null },
          { login: 'ada-two', action: 'token.revoke', detail: 'token ada', requestId: 'Req-77' },
        ]
        for (const [at, each] of rows.entries()) await writer.appendAudit(anAuditRow({ at, detail: 'why', ...each }))
      })
      await store.read(async (reader) => {
        const found = async (needles: string[][], options: Partial<Parameters<typeof reader.audit>[0]> = {}) =>
          (await reader.audit({ needles, limit: 100, ...options })).map(({ login }) => login)
        expect(await found([['0%_l']])).toEqual(['ada'])
        expect(await found([['website'], ['raised']])).toEqual(['ada'])
        expect(await found([['website'], ['revoke']])).toEqual([])
        expect(await found([['10.0.0.7']])).toEqual(['bob'])
        expect(await found([['req-77']])).toEqual(['ada-two'])
        expect(await found([['\nada\n']])).toEqual(['ada'])
        expect(await found([['lovelace', '\nada\n', '\nbob\n']])).toEqual(['bob', 'ada'])
        expect(await found([['ada']], { order: 'oldest' })).toEqual(['ada', 'ada-two'])
        expect(await found([['ada']], { limit: 1 })).toEqual(['ada-two'])
        expect(await found([['ada']], { action: 'token.revoke' })).toEqual(['ada-two'])
        expect(await found([['o']])).toEqual(['ada-two', 'bob', 'ada'])
        expect(await found([['nothing of the kind']])).toEqual([])
      })
    })

    it('returns the entries about one run of a stack: not those about another whose version begins alike', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const detail of ['update 1', 'update 12', 'update 1, agent claude', 'update 1: succeeded', 'an update 1'])
          await writer.appendAudit({ ...row(1, 'a', 'stack-1'), detail })
        await writer.appendAudit({ ...row(1, 'a', 'stack-2'), detail: 'update 1' })
      })
      await store.read(async (reader) => {
        const details = async (run: string) =>
          (await reader.audit({ run, stackId: 'stack-1', order: 'oldest', limit: 9 })).map(({ detail }) => detail)
        expect(await details('update 1')).toEqual(['update 1', 'update 1, agent claude', 'update 1: succeeded'])
        expect(await details('update 2')).toEqual([])
      })
    })

    it('returns the starts and ends of several runs, each of its stack, together with other filters', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const stackId of ['stack-1', 'stack-2'])
          for (const [action, detail] of [
            ['update.start', 'update 1, agent claude'],
            ['update.end', 'update 1: succeeded'],
            ['update.start', 'update 12'],
            ['orphan.settle', 'update 12: why'],
          ] as const)
            await writer.appendAudit({ ...row(1, action, stackId), detail })
      })
      await store.read(async (reader) => {
        const runs = [
          { stackId: 'stack-1', run: 'update 12' },
          { stackId: 'stack-2', run: 'update 1' },
          { stackId: 'stack-2', run: 'update 1' },
          { stackId: 'stack-3', run: 'update 1' },
        ]
        const found = async (filter: Partial<Parameters<typeof reader.audit>[0]>) =>
          (await reader.audit({ runs, order: 'oldest', limit: 9, ...filter })).map(
            ({ stackId, detail }) => `${stackId} ${detail}`,
          )
        expect(await found({})).toEqual([
          'stack-1 update 12',
          'stack-2 update 1, agent claude',
          'stack-2 update 1: succeeded',
        ])
        expect(await found({ action: 'update.end' })).toEqual(['stack-2 update 1: succeeded'])
        expect(await found({ needles: [['claude']] })).toEqual(['stack-2 update 1, agent claude'])
        expect(await found({ runs: [] })).toEqual([])
      })
    })

    it('returns the newest first, of everything or of a filter, from a given position', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.appendAudit(row(1, 'a', null))
        await writer.appendAudit(row(3, 'b', 'stack-1'))
        await writer.appendAudit(row(2, 'c', 'stack-2'))
        await writer.appendAudit(row(3, 'd', 'stack-1'))
      })
      await store.read(async (reader) => {
        const actions = async (options: Parameters<typeof reader.audit>[0]) =>
          (await reader.audit(options)).map(({ action }) => action)
        expect(await actions({ limit: 100 })).toEqual(['d', 'c', 'b', 'a'])
        expect(await actions({ limit: 1 })).toEqual(['d'])
        expect(await actions({ stackId: 'stack-1', limit: 100 })).toEqual(['d', 'b'])
        expect(await actions({ stack: 'acme/website/stack-2', limit: 100 })).toEqual(['c'])
        expect(await actions({ login: 'by-a', limit: 100 })).toEqual(['a'])
        expect(await actions({ action: 'b', stackId: 'stack-1', limit: 100 })).toEqual(['b'])
        expect(await actions({ action: 'b', stackId: 'stack-2', limit: 100 })).toEqual([])
        const [newest, third] = await reader.audit({ limit: 2 })
        expect(newest).toEqual({ ...row(3, 'd', 'stack-1'), id: newest?.id })
        expect(await actions({ before: third?.id ?? 0, limit: 100 })).toEqual(['b', 'a'])
        expect(await actions({ after: third?.id ?? 0, order: 'oldest', limit: 100 })).toEqual(['d'])
        expect(await actions({ since: 2, order: 'oldest', limit: 2 })).toEqual(['b', 'c'])
        expect(await actions({ until: 3, limit: 100 })).toEqual(['c', 'a'])
        expect(await actions({ since: 2, until: 3, limit: 100 })).toEqual(['c'])
      })
    })
  })
}
