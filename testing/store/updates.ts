import { describe, expect, it } from 'vitest'
import { isOrphaned } from '#domain/lease/orphanedUpdate.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'
import { aLease, aStack, anUpdate, seed, type CurrentBench } from './rows.ts'

export function updateSuite(bench: CurrentBench): void {
  const insert = (rows: Partial<UpdateRow>[]) =>
    bench().store.write(async (writer) => {
      await writer.insertStack(aStack())
      await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
      for (const row of rows) await writer.insertUpdate(anUpdate(row))
    })
  const all = { limit: 100, offset: 0 }
  const ids = (rows: UpdateRow[]) => rows.map(({ id }) => id)

  describe('updates', () => {
    it('are returned as stored, and change only where they are patched', async () => {
      const { store } = bench()
      await seed(store)
      expect(await store.read((reader) => reader.update('update-1'))).toEqual(anUpdate())
      const patch = {
        status: 'running' as const,
        version: 1,
        isJournal: true,
        lease: aLease,
        resourceChanges: { create: 2, same: 1 },
        recovery: { basis: [1, null] },
      }
      await store.write(async (writer) => {
        await writer.patchUpdate('update-1', patch)
        await writer.patchUpdate('update-1', {})
        expect(await writer.update('update-1')).toEqual(anUpdate(patch))
      })
      await store.write((writer) => writer.patchUpdate('update-1', { lease: null, isJournal: false }))
      const after = await store.read((reader) => reader.update('update-1'))
      expect(after).toEqual(anUpdate({ ...patch, lease: null, isJournal: false }))
      expect(await store.read((reader) => reader.update('unknown'))).toBeUndefined()
    })

    it('keep client data exactly: odd keys, lone surrogates, large numbers', async () => {
      const { store } = bench()
      const odd: unknown = JSON.parse(
        `{"__proto__": {"polluted": true}, "10": "ten", "2": "two", "constructor": null, "half": "\\ud800",
          "zero": "\\u0000", "big": 9007199254740991, "tiny": 5e-324, "huge": 1.7976931348623157e308, "": ""}`,
      )
      const request = { message: 'half \ud83d', environment: {}, config: {}, options: { odd } }
      await insert([{ request, recovery: odd, createdAt: Number.MAX_SAFE_INTEGER }])
      const row = await store.read((reader) => reader.update('update-1'))
      expect(JSON.stringify(row?.request)).toBe(JSON.stringify(request))
      expect(JSON.stringify(row?.recovery)).toBe(JSON.stringify(odd))
      expect(row?.createdAt).toBe(Number.MAX_SAFE_INTEGER)
      expect(Object.getPrototypeOf(row?.recovery)).toBe(Object.prototype)
      expect('polluted' in Object(row?.recovery)).toBe(false)

      const tags: Record<string, string> = JSON.parse('{"__proto__": "a", "7": "b", "half": "\\udfff"}')
      await store.write((writer) => writer.patchStack('stack-1', { tags }))
      const stack = await store.read((reader) => reader.stackById('stack-1'))
      expect(JSON.stringify(stack?.tags)).toBe(JSON.stringify(tags))
    })

    it('require an existing stack and a unique ID, and must exist to be patched', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.insertUpdate(anUpdate()))).rejects.toThrow(Error)
      await seed(store)
      await expect(store.write((writer) => writer.insertUpdate(anUpdate()))).rejects.toThrow(Error)
      await expect(store.write((writer) => writer.patchUpdate('unknown', { version: 1 }))).rejects.toThrow(Error)
    })

    it('are found by version within their stack', async () => {
      const { store } = bench()
      await insert([
        { id: 'a1', version: 1 },
        { id: 'a2', version: 2 },
        { id: 'b1', stackId: 'stack-2', version: 1 },
        { id: 'waiting', version: null },
      ])
      await store.read(async (reader) => {
        expect((await reader.updateByVersion('stack-1', 1))?.id).toBe('a1')
        expect((await reader.updateByVersion('stack-2', 1))?.id).toBe('b1')
        expect(await reader.updateByVersion('stack-1', 3)).toBeUndefined()
      })
    })

    it('are listed by version, previews by time, without updates that never started', async () => {
      const { store } = bench()
      await insert([
        { id: 'v2', version: 2, createdAt: 10 },
        { id: 'p1', dryRun: true, createdAt: 20, baseVersion: 1 },
        { id: 'v10', version: 10, createdAt: 30, baseVersion: 1 },
        { id: 'never', createdAt: 40 },
        { id: 'p2', dryRun: true, createdAt: 50 },
        { id: 'p3', dryRun: true, createdAt: 50 },
        { id: 'v9', version: 9, createdAt: 60 },
        { id: 'elsewhere', stackId: 'stack-2', version: 1 },
      ])
      await store.read(async (reader) => {
        const list = (options: Partial<Parameters<typeof reader.updates>[1]>) =>
          reader.updates('stack-1', { previews: 'no', ...all, ...options }).then(ids)
        expect(await list({})).toEqual(['v10', 'v9', 'v2'])
        expect(await list({ previews: 'only' })).toEqual(['p3', 'p2', 'p1'])
        expect(await list({ previews: 'also' })).toEqual(['v9', 'p3', 'p2', 'v10', 'p1', 'v2'])
        expect(await list({ previews: 'also', limit: 2, offset: 1 })).toEqual(['p3', 'p2'])
        expect(await list({ previews: 'also', baseVersion: 1 })).toEqual(['v10', 'p1'])
        expect(await list({ offset: 3 })).toEqual([])
        const count = (options: Parameters<typeof reader.updateCount>[1]) => reader.updateCount('stack-1', options)
        expect(await count({ previews: 'no' })).toBe(3)
        expect(await count({ previews: 'only' })).toBe(3)
        expect(await count({ previews: 'also' })).toBe(6)
        expect(await count({ previews: 'only', baseVersion: 1 })).toBe(1)
      })
    })

    it('are running when they run and hold a lease, previews too', async () => {
      const { store } = bench()
      await insert([
        { id: 'runs', status: 'running', lease: aLease },
        { id: 'preview', status: 'running', lease: aLease, dryRun: true, stackId: 'stack-2' },
        { id: 'recovery', status: 'running', lease: null },
        { id: 'ended', status: 'failed', lease: aLease },
      ])
      expect(ids(await store.read((reader) => reader.runningUpdates()))).toEqual(['runs', 'preview'])
      await store.write((writer) => writer.patchUpdate('runs', { status: 'succeeded' }))
      expect(ids(await store.read((reader) => reader.runningUpdates()))).toEqual(['preview'])
    })

    it('are orphaned in the store in exactly the cases that the rule names', async () => {
      const { store } = bench()
      const facts = ([null, 'complete', 'cancel', 'expiry'] as const).flatMap((endReason) =>
        [null, 5].flatMap((resolvedAt) => [false, true].map((dryRun) => ({ endReason, resolvedAt, dryRun }))),
      )
      await store.write(async (writer) => {
        for (const [n, row] of facts.entries()) {
          await writer.insertStack(aStack({ id: `stack-${n}`, name: `stack-${n}` }))
          await writer.insertUpdate(anUpdate({ ...row, id: `update-${n}`, stackId: `stack-${n}`, endedAt: n }))
        }
      })
      const expected = facts.map(isOrphaned)
      expect(expected.filter(Boolean)).toHaveLength(1)
      const [all, ofStacks] = await store.read(async (reader) => [
        ids(await reader.orphanedUpdates()),
        await Promise.all(facts.map((_, n) => reader.orphanedUpdateOf(`stack-${n}`))),
      ])
      expect(facts.map((_, n) => all.includes(`update-${n}`))).toEqual(expected)
      expect(ofStacks.map((row) => row !== undefined)).toEqual(expected)
    })

    it('are returned by orphanedUpdates when they expired and no one resolved them', async () => {
      const { store } = bench()
      await insert([
        { id: 'older', endReason: 'expiry', endedAt: 1 },
        { id: 'newer', endReason: 'expiry', endedAt: 2 },
        { id: 'preview', endReason: 'expiry', endedAt: 3, dryRun: true },
        { id: 'resolved', endReason: 'expiry', endedAt: 4, resolvedAt: 5 },
        { id: 'cancelled', endReason: 'cancel', endedAt: 6 },
      ])
      expect(ids(await store.read((reader) => reader.orphanedUpdates()))).toEqual(['newer', 'older'])
      await store.write((writer) => writer.patchUpdate('newer', { resolvedAt: 7, resolvedBy: 'admin' }))
      expect(ids(await store.read((reader) => reader.orphanedUpdates()))).toEqual(['older'])
    })
  })
}
