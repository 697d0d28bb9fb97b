import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Store } from '#server/store/port.ts'
import { createMemoryStore } from './memoryStore.ts'
import { aUser, anAuditRow, gate } from '#testing/store/rows.ts'
import { storeSuite } from '#testing/store/suite.ts'

storeSuite('SQLite in memory', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: createMemoryStore({ clock: () => now }), advance: (ms) => void (now += ms) }
})

describe('the turns of a memory store', () => {
  const open = () => createMemoryStore({ clock: () => 0 })

  it('let a read see all of the write that had started, or nothing if that fails', async () => {
    const store = open()
    const [written, end] = [gate(), gate()]
    const writing = store.write(async (writer) => {
      await writer.setMeta('key', 'value')
      written.open()
      await end.opened
      throw new Error('undo')
    })
    await written.opened
    const seen = store.read((reader) => reader.meta('key'))
    end.open()
    await expect(writing).rejects.toThrow('undo')
    expect(await seen).toBeUndefined()
  })

  it('let a write start when the reads that had started are over', async () => {
    const store = open()
    const [looked, end] = [gate(), gate()]
    const reading = store.read(async (reader) => {
      const before = await reader.meta('key')
      looked.open()
      await end.opened
      return [before, await reader.meta('key')]
    })
    await looked.opened
    const writing = store.write((writer) => writer.setMeta('key', 'value'))
    await nextTurn() // a write that does not wait is done by now
    end.open()
    expect(await reading).toEqual([undefined, undefined])
    await writing
    expect(await store.read((reader) => reader.meta('key'))).toBe('value')
  })

  it('let a read take place inside another while a write waits', async () => {
    const store = open()
    const inner = await store.read(async () => {
      void store.write((writer) => writer.setMeta('key', 'value'))
      await nextTurn()
      return store.read((reader) => reader.meta('key'))
    })
    expect(inner).toBeUndefined()
  })
})

describe('a copy of a memory store', () => {
  const clock = () => Date.UTC(2026, 0, 5)
  const write = (store: Store, detail: string) =>
    store.write(async (writer) => {
      await writer.appendAudit(anAuditRow({ detail }))
      await writer.patchUser('user-1', { name: detail })
    })
  const contentOf = (store: Store) =>
    store.read(async (reader) => ({
      names: (await reader.users()).map(({ name }) => name),
      audit: (await reader.audit({ limit: 10 })).map(({ detail }) => detail),
    }))

  it('has what was committed, and neither sees what the other writes later', async () => {
    const store = createMemoryStore({ clock })
    await store.write((writer) => writer.insertUser(aUser({ name: 'Ada' })))
    await write(store, 'before')
    const copy = await store.copy({ clock })
    expect(await contentOf(copy)).toEqual({ names: ['before'], audit: ['before'] })
    await write(store, 'of the first')
    await write(copy, 'of the copy')
    expect(await contentOf(store)).toEqual({ names: ['of the first'], audit: ['of the first', 'before'] })
    expect(await contentOf(copy)).toEqual({ names: ['of the copy'], audit: ['of the copy', 'before'] })
  })

  it('lacks what was rolled back, and can roll back itself', async () => {
    const store = createMemoryStore({ clock })
    await store.write((writer) => writer.insertUser(aUser({ name: 'Ada' })))
    const failing = (of: Store) =>
      of.write(async (writer) => {
        await writer.appendAudit(anAuditRow({ detail: 'undone' }))
        await writer.patchUser('user-1', { name: 'undone' })
        throw new Error('undo')
      })
    await expect(failing(store)).rejects.toThrow('undo')
    const copy = await store.copy({ clock })
    await expect(failing(copy)).rejects.toThrow('undo')
    expect(await contentOf(copy)).toEqual({ names: ['Ada'], audit: [] })
  })
})
