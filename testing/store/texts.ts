import { describe, expect, it } from 'vitest'
import { compareApart, compareTexts } from '#domain/state/stateQuestions.ts'
import { TextRemovedError } from '#server/store/port/states.ts'
import { parseDocument } from '#server/texts/stateText.ts'
import { aStack, aState, bytesOf, noise, seed, type CurrentBench } from './rows.ts'

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

  /** A state with this many resources, a few of them changed. */
  const document = (count: number, changed: ReadonlySet<number> = new Set()) =>
    bytesOf(
      JSON.stringify({
        resources: Array.from({ length: count }, (_, at) => ({
          urn: `urn:pulumi:prod::website::aws:s3/bucket:Bucket::bucket-${at}`,
          id: `bucket-${at}`,
          inputs: { tags: Array.from(noise(40), (byte) => (byte * (at + 7)) % 1009) },
          outputs: { note: changed.has(at) ? `changed ${at}` : 'as it was' },
        })),
      }),
    )

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

    it('can be read in parts as well, also after the transaction', async () => {
      const { store } = bench()
      await seed(store)
      for (const [at, [, text]] of texts.entries())
        await store.write((writer) => writer.putState(aState({ id: `state-${at}` }), text.slice()))
      for (const [at, [, text]] of texts.entries()) {
        const { bytes, parts } = await store.read((reader) => reader.stateParts(`state-${at}`))
        let length = 0
        for await (const part of parts) {
          expect(same(part, text.subarray(length, length + part.length))).toBe(true)
          length += part.length
        }
        expect([bytes, length]).toEqual([text.length, text.length])
      }
      await expect(store.read((reader) => reader.stateParts('unknown'))).rejects.toThrow(Error)
    })

    it('are each returned exactly when they resemble the one before, version after version, and removed one by one', async () => {
      const { store } = bench()
      await seed(store)
      const versions = Array.from({ length: 6 }, (_, version) =>
        document(2_000, new Set(Array.from({ length: version * 3 }, (_, at) => (at * 631) % 2_000))),
      )
      for (const [version, text] of versions.entries()) {
        const ready = version % 2 === 0 ? await store.ready(text.slice(), { stackId: 'stack-1' }) : text.slice()
        await store.write(async (writer) => {
          await writer.lockStack('stack-1')
          await writer.putState(aState({ id: `v${version}`, version }), ready)
          await writer.patchStack('stack-1', { stateId: `v${version}` })
        })
      }
      const isKept = async (version: number) =>
        same(await store.read((reader) => reader.stateText(`v${version}`)), versions[version] ?? bytesOf(''))
      for (const version of versions.keys()) expect(await isKept(version)).toBe(true)
      for (const gone of [2, 0, 4]) {
        await store.write((writer) => writer.dropStateText(`v${gone}`, 9_000))
        for (const rest of [1, 3, 5]) expect(await isKept(rest), `${rest} without ${gone}`).toBe(true)
      }
    })

    it('can be read without what two of them share, and then differ as the whole states do', async () => {
      const { store } = bench()
      await seed(store)
      const versions = [[], [77, 9_000], [3, 77, 12_000]].map((changed) =>
        bytesOf(`{"version":3,"deployment":${new TextDecoder().decode(document(15_000, new Set(changed)))}}`),
      )
      for (const [version, text] of versions.entries()) {
        await store.write(async (writer) => {
          await writer.lockStack('stack-1')
          await writer.putState(aState({ id: `v${version}`, version }), text.slice())
          await writer.patchStack('stack-1', { stateId: `v${version}` })
        })
      }
      const stack = { org: 'acme', project: 'shop', stack: 'dev' }
      const input = { from: { stack, version: 0 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 1e6 }
      for (const [from, to] of [
        [0, 2],
        [2, 1],
      ] as const) {
        const apart = await store.read((reader) => reader.statesApart(`v${from}`, `v${to}`))
        if (apart === undefined) continue // it does not know
        const whole = compareTexts([versions[from] ?? bytesOf(''), versions[to] ?? bytesOf('')], input, parseDocument)
        expect(compareApart(apart, input, parseDocument)).toEqual(whole)
        expect(apart.after.length).toBeLessThan((versions[to]?.length ?? 0) / 2)
      }
    })

    it('are stored also when they were prepared for a base that was removed meanwhile, or for another stack', async () => {
      const { store } = bench()
      await seed(store)
      const [first, second] = [document(2_000), document(2_000, new Set([1_000]))]
      await store.write(async (writer) => {
        await writer.insertStack({ ...aStack(), id: 'stack-2', name: 'other' })
        await writer.putState(aState({ id: 'first' }), first)
        await writer.patchStack('stack-1', { stateId: 'first' })
      })
      const ready = await store.ready(second.slice(), { stackId: 'stack-1' })
      await store.write(async (writer) => {
        await writer.patchStack('stack-1', { stateId: null })
        await writer.dropStateText('first', 9_000)
      })
      await store.write(async (writer) => {
        await writer.putState(aState({ id: 'second', version: 2 }), ready)
        await writer.putState(aState({ id: 'elsewhere', stackId: 'stack-2' }), ready)
      })
      expect(same(await store.read((reader) => reader.stateText('second')), second)).toBe(true)
      expect(same(await store.read((reader) => reader.stateText('elsewhere')), second)).toBe(true)
    })

    it('share their text when it is equal, and have their own otherwise', async () => {
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

    it('lose their text permanently when it is removed, and keep the rest; others with the same text keep it', async () => {
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

      // The same text may come again; it goes with the last row that has it.
      await store.write((writer) => writer.putState(aState({ id: 'd', version: 4 }), bytesOf('other')))
      expect(new TextDecoder().decode(await textOf('d'))).toBe('other')
      await store.write((writer) => writer.dropStateText('b', 9_000))
      await expect(textOf('b')).rejects.toThrow(TextRemovedError)
    })

    it('require an existing stack and a unique ID, and must exist to be read', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.putState(aState(), bytesOf('a')))).rejects.toThrow(Error)
      await seed(store)
      await store.write((writer) => writer.putState(aState(), bytesOf('a')))
      await expect(store.write((writer) => writer.putState(aState(), bytesOf('b')))).rejects.toThrow(Error)
      await expect(store.read((reader) => reader.stateText('unknown'))).rejects.toThrow(Error)
    })
  })

  describe('the working text of an update', () => {
    it('keeps the patches applied to it, in order, until it is stored again', async () => {
      const { store } = bench()
      await seed(store)
      const working = { sequenceNumber: 1, kind: 'verbatim' as const, features: null, version: 3, bytes: bytesOf('a') }
      const patches = [
        { hash: '1'.repeat(64), edits: bytesOf('[]') },
        { hash: '2'.repeat(64), edits: noise(300_000) },
      ]
      const facts = { version: 4 }
      await expect(
        store.write((writer) => writer.patchWorking('update-1', { ...facts, sequenceNumber: 1 }, patches[0]!)), // just made
      ).rejects.toThrow(Error)
      await store.write((writer) => writer.putWorking('update-1', working))
      for (const [at, patch] of patches.entries())
        await store.write((writer) => writer.patchWorking('update-1', { ...facts, sequenceNumber: at + 2 }, patch))
      const got = await store.read((reader) => reader.working('update-1'))
      expect(got).toMatchObject({ sequenceNumber: 3, kind: 'delta', features: null, version: 4 })
      expect(same(got?.bytes, working.bytes)).toBe(true)
      expect(got?.patches.map(({ hash }) => hash)).toEqual(patches.map(({ hash }) => hash))
      expect(got?.patches.every(({ edits }, at) => same(edits, patches[at]?.edits ?? bytesOf('')))).toBe(true)
      expect(await store.read((reader) => reader.workingSequence('update-1'))).toBe(3)

      await store.write(async (writer) => writer.putWorking('update-1', { ...working, sequenceNumber: 4 }))
      expect((await store.read((reader) => reader.working('update-1')))?.patches).toEqual([])
    })

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
      expect({ ...got, bytes: null }).toEqual({ ...facts, bytes: null, patches: [] })
    })

    it('is gone once it was dropped, even twice, and requires an existing update', async () => {
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
