import { describe, expect, it } from 'vitest'
import { TakenError } from '#server/store/port/stacks.ts'
import { aStack, aState, anUpdate, bytesOf, type CurrentBench } from './rows.ts'

export function stackSuite(bench: CurrentBench): void {
  const name = { org: 'acme', project: 'website', name: 'prod' }

  describe('stacks', () => {
    it('are found by full name and by ID', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertStack(aStack()))
      await store.read(async (reader) => {
        expect(await reader.stack(name)).toEqual(aStack())
        expect(await reader.stackById('stack-1')).toEqual(aStack())
        expect(await reader.stack({ ...name, name: 'Prod' })).toBeUndefined()
      })
      await store.write(async (writer) => {
        expect(await writer.lockStack('stack-1')).toEqual(aStack())
        expect(await writer.lockStack('unknown')).toBeUndefined()
        await writer.insertUpdate(anUpdate())
        expect(await writer.holdUpdate('update-1')).toEqual({ stack: aStack(), update: anUpdate() })
        expect(await writer.holdUpdate('unknown')).toBeUndefined()
      })
    })

    it('have a name that no other live stack has', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertStack(aStack({ id: 'other', name: 'dev' }))
      })
      const same = (id: string) => store.write((writer) => writer.insertStack(aStack({ id })))
      await expect(same('stack-2')).rejects.toThrow(TakenError)
      const rename = store.write((writer) => writer.patchStack('other', { name: 'prod' }))
      await expect(rename).rejects.toThrow(TakenError)
      await store.write((writer) => writer.patchStack('stack-1', { name: 'prod', version: 4 }))
      expect((await store.read((reader) => reader.stack(name)))?.version).toBe(4)
    })

    it('can be created in the same transaction after a name was taken', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertStack(aStack()))
      await store.write(async (writer) => {
        await expect(writer.insertStack(aStack({ id: 'stack-2' }))).rejects.toThrow(TakenError)
        await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
      })
      expect(await store.read((reader) => reader.stackById('stack-2'))).toEqual(aStack({ id: 'stack-2', name: 'dev' }))
    })

    it('of the same name, created at the same instant, are created only once', async () => {
      const { store } = bench()
      const make = (id: string) => store.write((writer) => writer.insertStack(aStack({ id })))
      const results = await Promise.allSettled([make('one'), make('two')])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    it('free their name when deleted or renamed, and take it back only when it is free', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.patchStack('stack-1', { deletedAt: 5 })
        await writer.insertStack(aStack({ id: 'stack-2' }))
      })
      await store.read(async (reader) => {
        expect((await reader.stack(name))?.id).toBe('stack-2')
        expect((await reader.stackById('stack-1'))?.deletedAt).toBe(5)
      })
      const revive = () => store.write((writer) => writer.patchStack('stack-1', { deletedAt: null }))
      await expect(revive()).rejects.toThrow(TakenError)
      await store.write((writer) => writer.patchStack('stack-2', { name: 'dev' }))
      await revive()
      expect((await store.read((reader) => reader.stack(name)))?.id).toBe('stack-1')
    })

    it('are listed in order with the current state and the latest update', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack({ id: 's3', org: 'zeta' }))
        await writer.insertStack(aStack({ id: 's2', name: 'prod', stateId: 'state-2', latestUpdateId: 'u2' }))
        await writer.insertStack(aStack({ id: 's1', name: 'dev' }))
        await writer.insertStack(aStack({ id: 's0', project: 'api' }))
        await writer.insertStack(aStack({ id: 'gone', name: 'old', deletedAt: 7 }))
        await writer.insertUpdate(anUpdate({ id: 'u1', stackId: 's2', version: 1 }))
        await writer.insertUpdate(anUpdate({ id: 'u2', stackId: 's2', version: 2 }))
        await writer.putState(aState({ id: 'state-1', stackId: 's2' }), bytesOf('1'))
        await writer.putState(aState({ id: 'state-2', stackId: 's2', version: 2 }), bytesOf('2'))
      })
      await store.read(async (reader) => {
        const all = await reader.stacks({})
        expect(all.map(({ id }) => id)).toEqual(['s0', 's1', 's2', 's3'])
        expect(all[1]).toEqual({ ...aStack({ id: 's1', name: 'dev' }), state: null, latest: null })
        expect(all[2]?.state).toEqual(aState({ id: 'state-2', stackId: 's2', version: 2 }))
        expect(all[2]?.latest).toEqual(anUpdate({ id: 'u2', stackId: 's2', version: 2 }))
        const ids = async (filter: Parameters<typeof reader.stacks>[0]) =>
          (await reader.stacks(filter)).map(({ id }) => id)
        expect(await ids({ org: 'zeta' })).toEqual(['s3'])
        expect(await ids({ project: 'website' })).toEqual(['s1', 's2', 's3'])
        expect(await ids({ org: 'acme', project: 'website' })).toEqual(['s1', 's2'])
        expect(await ids({ org: 'acme', project: 'website', includeDeleted: true })).toEqual(['s1', 'gone', 's2'])
      })
    })

    it('must exist to be changed', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.patchStack('unknown', { version: 1 }))).rejects.toThrow(Error)
    })

    it('are returned as copies: changing an argument or a result changes nothing stored', async () => {
      const { store } = bench()
      const given = aStack()
      await store.write((writer) => writer.insertStack(given))
      given.tags['added'] = 'later'
      const got = await store.read((reader) => reader.stackById('stack-1'))
      expect(got?.tags).toEqual(aStack().tags)
      if (got) got.tags['added'] = 'later'
      expect((await store.read((reader) => reader.stackById('stack-1')))?.tags).toEqual(aStack().tags)
    })
  })
}
