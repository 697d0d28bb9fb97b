import { describe, expect, it } from 'vitest'
import type { Store } from './port.ts'
import { createMemoryStore } from './memory.ts'
import { aUser, anAuditRow } from '#testing/store/rows.ts'
import { storeSuite } from '#testing/store/suite.ts'

storeSuite('the memory store', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: createMemoryStore({ clock: () => now }), advance: (ms) => void (now += ms) }
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
