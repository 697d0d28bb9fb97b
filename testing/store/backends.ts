import { describe, expect, it } from 'vitest'
import type { Elsewhere } from '#server/store/port/elsewhere.ts'
import { aBackend, aStack, aState, anUpdate, bytesOf, type CurrentBench } from './rows.ts'

const TEXT = bytesOf('{}')

/** A stack in a backend, with a lock. */
export const ELSEWHERE: Elsewhere = {
  cliName: 'organization/shop/prod',
  isLegacy: false,
  key: '.pulumi/stacks/shop/prod.json',
  mark: '"etag"',
  writtenAt: 900,
  tagsMark: null,
  locks: [{ id: 'l', key: '.pulumi/locks/organization/shop/prod/l.json', at: 950, size: 120, file: null }],
  lockCount: 1,
  unreadStates: [],
  brokenSidecars: [],
  writes: [900],
  unlockedSince: null,
  stateProblem: null,
  historyAfter: null,
  lastRun: null,
  runLengthsS: [],
  word: 'unreadable',
}

export function backendSuite(bench: CurrentBench): void {
  describe('connected backends', () => {
    it('are listed by organization, changed and removed', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertBackend(aBackend())
        await writer.insertBackend(aBackend({ id: 'backend-2', org: 'acme-gs', kind: 'gcs', keepsCopies: false }))
        await writer.patchBackend('backend-1', { layout: 'mixed', meta: 'broken', seenAt: 5, problem: 'away' })
      })
      const changed = aBackend({ layout: 'mixed', meta: 'broken', seenAt: 5, problem: 'away' })
      await store.read(async (reader) => {
        expect((await reader.backends()).map(({ org }) => org)).toEqual(['acme-gs', 'acme-s3'])
        expect(await reader.backendOf('acme-s3')).toEqual(changed)
        expect(await reader.backendOf('acme')).toBeUndefined()
      })
      await store.write((writer) => writer.deleteBackend('backend-2'))
      expect(await store.read((reader) => reader.backends())).toEqual([changed])
    })

    it('are one for each organization', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertBackend(aBackend()))
      await expect(store.write((writer) => writer.insertBackend(aBackend({ id: 'other' })))).rejects.toThrow(Error)
    })

    it('have stacks that say what they are there', async () => {
      const { store } = bench()
      const mirror = aStack({ org: 'acme-s3', backendId: 'backend-1', elsewhere: ELSEWHERE, wrappedKey: '' })
      await store.write((writer) => writer.insertStack(mirror))
      expect(await store.read((reader) => reader.stackById('stack-1'))).toEqual(mirror)
      await store.write((writer) =>
        writer.patchStack('stack-1', { elsewhere: { ...ELSEWHERE, word: null, locks: [] } }),
      )
      const [listed] = await store.read((reader) => reader.listedStacks(['stack-1']))
      expect(listed?.elsewhere?.word).toBeNull()
    })

    it('find their stacks, deleted ones too, and those that are locked', async () => {
      const { store } = bench()
      const mirror = { org: 'acme-s3', backendId: 'backend-1', wrappedKey: '' }
      await store.write(async (writer) => {
        await writer.insertStack(aStack({ ...mirror, elsewhere: ELSEWHERE }))
        await writer.insertStack(
          aStack({ ...mirror, id: 'free', name: 'free', elsewhere: { ...ELSEWHERE, locks: [], word: null } }),
        )
        await writer.insertStack(aStack({ ...mirror, id: 'gone', name: 'gone', deletedAt: 5, elsewhere: ELSEWHERE }))
        await writer.insertStack(aStack({ id: 'own', name: 'own' }))
      })
      await store.read(async (reader) => {
        const ids = (await reader.mirroredStacks('backend-1')).map(({ id }) => id)
        expect(ids.toSorted()).toEqual(['free', 'gone', 'stack-1'])
        expect((await reader.lockedElsewhere(9)).map(({ id }) => id)).toEqual(['stack-1'])
        expect(await reader.lockedElsewhereCount()).toBe(1)
      })
    })

    it('have states that are renumbered, and removed with their rows', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack({ org: 'acme-s3', backendId: 'backend-1', elsewhere: ELSEWHERE }))
        await writer.putState(aState(), TEXT)
        await writer.putState(aState({ id: 'state-2', version: 2 }), TEXT)
        await writer.patchState('state-2', { version: 7, updateId: 'run-1' })
        await writer.deleteState('state-1', 5)
      })
      await store.read(async (reader) => {
        expect(await reader.states('stack-1', { limit: 9, offset: 0 })).toEqual([
          aState({ id: 'state-2', version: 7, updateId: 'run-1' }),
        ])
        expect(await reader.stateText('state-2')).toEqual(TEXT)
      })
    })

    it('leave nothing of a mirrored stack that is removed, and others as they are', async () => {
      const { store } = bench()
      const fill = async (id: string) =>
        store.write(async (writer) => {
          await writer.insertStack(
            aStack({ id, name: id, org: 'acme-s3', backendId: 'backend-1', elsewhere: ELSEWHERE, tags: { a: 'b' } }),
          )
          await writer.insertUpdate(anUpdate({ id: `${id}-run`, stackId: id, status: 'succeeded', version: 1 }))
          await writer.putState(aState({ id: `${id}-state`, stackId: id, updateId: `${id}-run` }), TEXT)
          await writer.patchStack(id, { stateId: `${id}-state`, latestUpdateId: `${id}-run` })
        })
      await fill('one')
      await fill('other')
      await store.write((writer) => writer.deleteMirror('one'))
      await store.read(async (reader) => {
        expect(await reader.stackById('one')).toBeUndefined()
        expect(await reader.update('one-run')).toBeUndefined()
        expect(await reader.state('one-state')).toBeUndefined()
        expect(await reader.stackCount()).toBe(1)
        expect(await reader.stateText('other-state')).toEqual(TEXT)
      })
      await fill('one') // nothing of the former one is in the way
    })
  })
}
