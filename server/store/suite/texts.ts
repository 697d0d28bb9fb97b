import { describe, expect, it } from 'vitest'
import { TextRemovedError } from '../port.ts'
import { aState, bytesOf, noise, seed, type CurrentBench } from './rows.ts'

const same = (a: Uint8Array | undefined, b: Uint8Array) =>
  a !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at])

export function textSuite(bench: CurrentBench): void {
  const texts: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x0a)],
    ['keys in an order that objects do not keep', bytesOf('{"10":1,"2":2,"__proto__":3, "1" : 1.0e+2}\r\n')],
    ['5 MB of noise', noise(5_000_000)],
    ['5 MB of repetition', bytesOf('{"urn":"urn:pulumi:prod::website"},'.repeat(143_000))],
  ]

  describe('states', () => {
    it.each(texts)('keep %s byte for byte', async (_, text) => {
      const { store } = bench()
      await seed(store)
      const given = text.slice()
      await store.write((writer) => writer.putState(aState({ bytes: text.length }), given))
      given.fill(0)
      const got = await store.read((reader) => reader.stateText('state-1'))
      expect(same(got, text)).toBe(true)
      got.fill(0)
      expect(same(await store.read((reader) => reader.stateText('state-1')), text)).toBe(true)
    })

    it('with the same text each have it, and others their own', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.putState(aState({ id: 'a', version: 1 }), bytesOf('same'))
        await writer.putState(aState({ id: 'b', version: 2 }), bytesOf('same'))
        await writer.putState(aState({ id: 'c', version: 3 }), bytesOf('other'))
      })
      const got = await store.read((reader) => Promise.all(['a', 'b', 'c'].map((id) => reader.stateText(id))))
      expect(got.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['same', 'same', 'other'])
    })

    it('are found by id and by version, and listed newest first', async () => {
      const { store } = bench()
      await seed(store)
      const rows = [
        aState({ id: 'one', version: 1, updateId: null }),
        aState({ id: 'ten', version: 10, finding: 'a resource depends on one that is not there', pendingCount: 2 }),
        aState({ id: 'two', version: 2 }),
        aState({ id: 'ten again', version: 10 }),
      ]
      await store.write(async (writer) => {
        for (const row of rows) await writer.putState(row, bytesOf(row.id))
      })
      await store.read(async (reader) => {
        expect(await reader.state('ten')).toEqual(rows[1])
        expect(await reader.state('unknown')).toBeUndefined()
        expect(await reader.stateByVersion('stack-1', 2)).toEqual(rows[2])
        expect(await reader.stateByVersion('stack-1', 10)).toEqual(rows[3])
        expect(await reader.stateByVersion('stack-1', 3)).toBeUndefined()
        expect(await reader.stateByVersion('elsewhere', 2)).toBeUndefined()
        const list = (limit: number, offset: number) => reader.states('stack-1', { limit, offset })
        expect((await list(10, 0)).map(({ id }) => id)).toEqual(['ten again', 'ten', 'two', 'one'])
        expect((await list(2, 1)).map(({ id }) => id)).toEqual(['ten', 'two'])
        expect(await reader.stateCount('stack-1')).toBe(4)
        expect(await reader.stateCount('elsewhere')).toBe(0)
      })
    })

    it('lose their text for good when it is removed, and keep the rest; others with the same text keep it', async () => {
      const { store } = bench()
      await seed(store)
      const textOf = (id: string) => store.read((reader) => reader.stateText(id))
      await store.write(async (writer) => {
        await writer.putState(aState({ id: 'a', version: 1 }), bytesOf('same'))
        await writer.putState(aState({ id: 'b', version: 2 }), bytesOf('same'))
        await writer.putState(aState({ id: 'c', version: 3 }), bytesOf('other'))
      })
      await store.write(async (writer) => {
        await writer.dropStateText('a', 9_000)
        await writer.dropStateText('c', 9_000)
        await writer.dropStateText('c', 9_500) // again: nothing
        await expect(writer.dropStateText('unknown', 9_000)).rejects.toThrow(Error)
      })
      await expect(textOf('a')).rejects.toThrow('The state of version 1 was removed on 1970-01-01')
      await expect(textOf('c')).rejects.toThrow(TextRemovedError)
      expect(new TextDecoder().decode(await textOf('b'))).toBe('same')
      const removed = aState({ id: 'c', version: 3, textRemovedAt: 9_000 })
      expect(await store.read((reader) => reader.stateByVersion('stack-1', 3))).toEqual(removed)
      expect(await store.read((reader) => reader.stateCount('stack-1'))).toBe(3)

      // The same text may come again, and the last one that has it takes it along.
      await store.write((writer) => writer.putState(aState({ id: 'd', version: 4 }), bytesOf('other')))
      expect(new TextDecoder().decode(await textOf('d'))).toBe('other')
      await store.write((writer) => writer.dropStateText('b', 9_000))
      await expect(textOf('b')).rejects.toThrow(TextRemovedError)
    })

    it('need their stack, an id of their own, and to be there when their text is asked for', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.putState(aState(), bytesOf('a')))).rejects.toThrow(Error)
      await seed(store)
      await store.write((writer) => writer.putState(aState(), bytesOf('a')))
      await expect(store.write((writer) => writer.putState(aState(), bytesOf('b')))).rejects.toThrow(Error)
      await expect(store.read((reader) => reader.stateText('unknown'))).rejects.toThrow(Error)
    })
  })

  describe('the working text of an update', () => {
    it.each(texts)('keeps %s byte for byte, and is replaced by the next', async (_, text) => {
      const { store } = bench()
      await seed(store)
      const facts = { sequenceNumber: 7, kind: 'verbatim' as const, features: ['refreshBeforeUpdate'], version: 4 }
      await store.write(async (writer) => {
        await writer.putWorking('update-1', { ...facts, sequenceNumber: 6, bytes: bytesOf('before') })
        await writer.putWorking('update-1', { ...facts, bytes: text })
      })
      const got = await store.read((reader) => reader.working('update-1'))
      expect(same(got?.bytes, text)).toBe(true)
      expect({ ...got, bytes: null }).toEqual({ ...facts, bytes: null })
    })

    it('is gone once dropped, also twice, and needs its update', async () => {
      const { store } = bench()
      await seed(store)
      const working = { sequenceNumber: 1, kind: 'delta' as const, features: null, version: 3, bytes: bytesOf('a') }
      await store.write(async (writer) => {
        await writer.putWorking('update-1', working)
        await writer.dropWorking('update-1')
        await writer.dropWorking('update-1')
      })
      const sequence = () => store.read((reader) => reader.workingSequence('update-1'))
      expect(await store.read((reader) => reader.working('update-1'))).toBeUndefined()
      expect(await sequence()).toBeUndefined()
      await store.write((writer) => writer.putWorking('update-1', working))
      expect(await sequence()).toBe(1)
      expect((await store.read((reader) => reader.working('update-1')))?.features).toBeNull()
      await expect(store.write((writer) => writer.putWorking('unknown', working))).rejects.toThrow(Error)
    })
  })
}
