import { describe, expect, it } from 'vitest'
import { Health } from '#contract/stacks.ts'
import { toSummary } from '#server/ui/stacks/summary.ts'
import type { Writer } from '#server/store/port.ts'
import {
  MAX_REFUSALS,
  type StackLineFilter,
  type StackPageFilter,
  type StackRow,
  type StackTallyFilter,
  type TallyRow,
} from '#server/store/port/stacks.ts'
import type { StateRow } from '#server/store/port/states.ts'
import type { UpdateRow } from '#server/store/port/updates.ts'
import { aLease, aStack, aState, anUpdate, bytesOf, type CurrentBench, seed } from './rows.ts'

type Given = { stack?: Partial<StackRow>; state?: Partial<StateRow>; latest?: Partial<UpdateRow> }

/** A stack of project `p` with its current state and its latest update, written in the service's order. */
async function insertStack(writer: Writer, id: string, { stack, state, latest }: Given = {}): Promise<void> {
  await writer.insertStack(aStack({ id, project: 'p', name: id, tags: {}, ...stack }))
  if (latest) {
    await writer.insertUpdate(anUpdate({ id: `${id}-u`, stackId: id, version: 1, ...latest }))
    const holds = latest.status === 'running' ? { holderId: `${id}-u` } : {}
    await writer.patchStack(id, { latestUpdateId: `${id}-u`, ...holds })
  }
  if (state) {
    await writer.putState(aState({ id: `${id}-s`, stackId: id, ...state }), bytesOf(id))
    await writer.patchStack(id, { stateId: `${id}-s` })
  }
}

/** One stack for each health. */
async function oneOfEach(writer: Writer): Promise<void> {
  const ok = { status: 'succeeded' as const, startedAt: 10, endedAt: 20 }
  const runs = { status: 'running' as const, startedAt: 30, lease: aLease }
  const gone = { status: 'failed' as const, endReason: 'expiry' as const, startedAt: 10, endedAt: 40 }
  await insertStack(writer, 'orphaned', { latest: gone, state: { resourceCount: 1 } })
  await insertStack(writer, 'running', { latest: runs, state: { resourceCount: 5 } })
  await insertStack(writer, 'creates', { latest: ok, state: { pendingCount: 2, pendingCreates: 1 } })
  await insertStack(writer, 'pending', { latest: ok, state: { pendingCount: 2 } })
  await insertStack(writer, 'failed', { latest: { ...ok, status: 'failed' }, state: { resourceCount: 5 } })
  await insertStack(writer, 'settled', { latest: { ...gone, resolvedAt: 50 }, state: { resourceCount: 3 } })
  await insertStack(writer, 'broken', { latest: ok, state: { finding: 'a parent is missing', resourceCount: 5 } })
  await insertStack(writer, 'ok', { latest: ok, state: { resourceCount: 7 } })
  await insertStack(writer, 'empty')
}
const aRefusal = {
  what: 'refused' as const,
  login: 'grace',
  tokenName: null,
  userAgent: '',
  address: null,
  detail: 'start',
}
const QUIET = aLease.grantedAt
const notProgressingAfterS = 150
const BY_NAME = { sort: 'name', now: QUIET, notProgressingAfterS, offset: 0 } as const

/** Lists, filters and pages: the same results on every store. */
export function listSuite(bench: CurrentBench): void {
  const pageOf = (filter: Partial<StackPageFilter> = {}) =>
    bench().store.read((reader) => reader.stackPage({ ...BY_NAME, limit: 100, ...filter }))
  const listed = async (filter: Partial<StackPageFilter> = {}) => (await pageOf(filter)).stacks.map(({ id }) => id)
  const linesOf = async (filter: Partial<StackLineFilter> = {}) =>
    (await bench().store.read((reader) => reader.stackLines({ limit: 100, ...filter }))).map(({ id }) => id)

  describe('pages of stacks', () => {
    it('start with the most harmful stacks, and have everything the list shows', async () => {
      await bench().store.write(oneOfEach)
      // A new stack is among the healthy ones, by its time.
      const order = ['orphaned', 'broken', 'creates', 'pending', 'failed', 'running', 'empty', 'settled', 'ok']
      expect(await listed({ sort: 'health' })).toEqual(order)
      const { stacks, total } = await pageOf({ sort: 'health', limit: 1 })
      expect(total).toBe(9)
      const [first] = stacks
      expect(first?.state).toMatchObject({ id: 'orphaned-s', resourceCount: 1 })
      expect(first?.latest).toEqual(await bench().store.read((reader) => reader.update('orphaned-u')))
      expect(first?.orphanedUpdate?.id).toBe('orphaned-u')
      expect(Object.keys(first ?? {}).sort()).toEqual(
        [...Object.keys(aStack()), 'brokenReferences', 'latest', 'orphanedUpdate', 'refusals', 'state'].sort(),
      )
    })

    it('can be requested by ID, in any number, without deleted ones', async () => {
      const { store } = bench()
      const many = Array.from({ length: 130 }, (_, n) => `many-${n}`)
      await store.write(async (writer) => {
        await oneOfEach(writer)
        for (const id of many) await insertStack(writer, id)
        await insertStack(writer, 'gone', { stack: { deletedAt: 5 } })
      })
      const listed = async (ids: string[]) => store.read((reader) => reader.listedStacks(ids))
      expect((await listed([...many, 'gone', 'nobody'])).map(({ id }) => id).sort()).toEqual([...many].sort())
      expect(await listed([])).toEqual([])
      const [page] = (await pageOf({ words: ['p/orphaned'] })).stacks
      expect(await listed(['orphaned'])).toEqual([page])
      expect(page?.orphanedUpdate?.id).toBe('orphaned-u')
    })

    it('have the stacks that their states read and that do not exist, also after those are created, renamed or deleted', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        const state = { stackReferences: ['acme/p/target', 'acme/p/away', 'reads', 'half \ud83d/x/y', 'a//b'] }
        await insertStack(writer, 'reads', { state })
      })
      const health = async () => {
        const { stacks } = await pageOf({ healthIn: ['brokenReferences'] })
        const [known] = await store.read((reader) => reader.listedStacks(['reads']))
        expect(stacks.map(({ id, brokenReferences }) => [id, brokenReferences])).toEqual(
          known?.brokenReferences.length === 0 ? [] : [['reads', known?.brokenReferences]],
        )
        return known?.brokenReferences
      }
      const others = ['acme/p/away', 'half \ufffd/x/y']
      expect(await health()).toEqual(['acme/p/target', ...others])
      await store.write((writer) => insertStack(writer, 'target'))
      expect(await health()).toEqual(others)
      await store.write((writer) => writer.patchStack('target', { name: 'renamed' }))
      expect(await health()).toEqual(['acme/p/target', ...others])
      await store.write((writer) => writer.patchStack('target', { name: 'target' }))
      expect(await health()).toEqual(others)
      await store.write((writer) => writer.patchStack('target', { deletedAt: 9 }))
      expect(await health()).toEqual(['acme/p/target', ...others])
      await store.write((writer) => writer.patchStack('target', { deletedAt: null }))
      expect(await health()).toEqual(others)
      await store.write((writer) => writer.patchStack('reads', { stateId: null }))
      expect(await health()).toEqual([])
    })

    it('can be requested by what their states read, without stacks that read nothing or have no state', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await insertStack(writer, 'reads', { state: { stackReferences: ['acme/p/ok', 'half \ud83d'] } })
        await insertStack(writer, 'nothing', { state: { stackReferences: [] } })
        await insertStack(writer, 'stateless')
        await insertStack(writer, 'gone', { stack: { deletedAt: 5 }, state: { stackReferences: ['acme/p/ok'] } })
      })
      const rows = await store.read((reader) => reader.stackReferences())
      expect(rows).toEqual([{ stackId: 'reads', stateId: 'reads-s', names: ['acme/p/ok', 'half \ud83d'] }])
    })

    it('detect a lease not responding by time alone', async () => {
      await bench().store.write(oneOfEach)
      const notResponding = (now: number) => listed({ healthIn: ['notResponding'], now })
      expect(await notResponding(aLease.renewedAt + 200_000)).toEqual([])
      expect(await notResponding(aLease.renewedAt + 200_001)).toEqual(['running'])
      const late = { sort: 'health' as const, now: aLease.expiresAt }
      expect((await listed(late)).slice(0, 3)).toEqual(['orphaned', 'running', 'broken'])
      expect(await listed({ ...late, healthIn: ['running'] })).toEqual([])
      const renewed = { ...aLease, renewedAt: aLease.expiresAt, expiresAt: aLease.expiresAt + 300_000 }
      await bench().store.write((writer) => writer.patchUpdate('running-u', { lease: renewed }))
      expect(await notResponding(aLease.expiresAt)).toEqual([])
    })

    it('tell a running update that does not progress, blocks others or is slow, by time and by refusals alone', async () => {
      const { store } = bench()
      const running = { status: 'running' as const, startedAt: 2_000, lease: aLease }
      const refuse = (id: string, at: number) =>
        store.write((writer) => writer.appendLeaseLog({ ...aRefusal, stackId: id, updateId: `${id}-u`, at }))
      await store.write(async (writer) => {
        await insertStack(writer, 'quiet', { latest: running })
        await insertStack(writer, 'writes', { latest: { ...running, lastWriteAt: 60_000 } })
        await insertStack(writer, 'reports', { latest: { ...running, lastEventAt: 60_000 } })
        await insertStack(writer, 'slow', { latest: { ...running, slowFrom: 100_000, lastWriteAt: 60_000 } })
        await insertStack(writer, 'blocks', { latest: { ...running, slowFrom: 100_000, lastWriteAt: 60_000 } })
      })
      await refuse('blocks', 90_000)
      const byHealth = async (now: number) => {
        const { stacks } = await pageOf({ sort: 'health', now })
        const healths = stacks.map((stack) => `${stack.id} ${toSummary(stack, { now, notProgressingAfterS }).health}`)
        // The filter and the tallies of the database agree with what the console says about each stack.
        for (const health of Health.options)
          expect(await listed({ healthIn: [health], now }), health).toEqual(
            healths
              .filter((line) => line.endsWith(` ${health}`))
              .map((line) => line.slice(0, line.indexOf(' ')))
              .toSorted((a, b) => a.localeCompare(b)),
          )
        return healths
      }
      expect(await byHealth(99_999)).toEqual([
        'blocks blocking',
        ...['quiet', 'reports', 'slow', 'writes'].map((id) => `${id} running`),
      ])
      expect(await byHealth(152_000)).toEqual([
        'quiet notProgressing',
        'blocks blocking',
        'slow slow',
        'reports running',
        'writes running',
      ])
      await store.write((writer) =>
        writer.patchUpdate('blocks-u', {
          lease: { ...aLease, renewedAt: 600_000, expiresAt: 900_000 },
          lastEventAt: 600_000,
        }),
      )
      expect((await byHealth(689_999)).filter((line) => line.startsWith('blocks'))).toEqual(['blocks blocking'])
      expect((await byHealth(690_000)).filter((line) => line.startsWith('blocks'))).toEqual(['blocks slow'])
    })

    it('have the newest refusals because of their own holders, in a page and by ID', async () => {
      const { store } = bench()
      const running = { status: 'running' as const, startedAt: 2_000, lease: aLease }
      const held = Array.from({ length: 70 }, (_, n) => `held-${n}`) // more than one statement asks for
      const refuse = (writer: Writer, stackId: string, at: number, login: string) =>
        writer.appendLeaseLog({ ...aRefusal, stackId, updateId: `${stackId}-u`, at, login })
      await store.write(async (writer) => {
        for (const id of [...held, 'quiet']) await insertStack(writer, id, { latest: running })
        await insertStack(writer, 'free', { latest: { ...running, status: 'succeeded', endedAt: 3_000 } })
        for (const id of [...held, 'free']) await refuse(writer, id, 5_000, `early of ${id}`)
        for (const id of [...held, 'free']) await refuse(writer, id, 5_000, `late of ${id}`) // in the same instant
        for (let at = 1; at <= MAX_REFUSALS; at++) await refuse(writer, 'held-7', 5_000 + at, `${at}`)
        await writer.appendLeaseLog({ ...aRefusal, stackId: 'quiet', updateId: 'another', at: 5_000 })
        await writer.appendLeaseLog({ ...aRefusal, stackId: 'quiet', updateId: 'quiet-u', at: 5_000, what: 'renewed' })
      })
      const ids = [...held, 'quiet', 'free']
      const lists = [(await pageOf({ limit: 100 })).stacks, await store.read((reader) => reader.listedStacks(ids))]
      for (const stacks of lists) {
        const refusals = new Map(stacks.map((stack) => [stack.id, stack.refusals]))
        const both = (id: string) => ['late', 'early'].map((when) => ({ login: `${when} of ${id}`, at: 5_000 }))
        for (const id of held.filter((id) => id !== 'held-7')) expect(refusals.get(id), id).toEqual(both(id))
        expect(refusals.get('held-7')).toHaveLength(MAX_REFUSALS)
        expect(refusals.get('held-7')?.[0]).toEqual({ login: `${MAX_REFUSALS}`, at: 5_000 + MAX_REFUSALS })
        expect(refusals.get('held-7')?.at(-1)).toEqual({ login: '1', at: 5_001 })
        expect([refusals.get('quiet'), refusals.get('free')]).toEqual([[], []])
      }
    })

    it('can be read at an instant of today', async () => {
      const now = Date.parse('2026-11-25T12:00:00Z') // beyond 32 bits, unlike the other instants here
      await bench().store.write((writer) =>
        insertStack(writer, 'today', {
          latest: { status: 'running', startedAt: now, lease: { ...aLease, expiresAt: now + 1, renewedAt: now } },
        }),
      )
      expect(await listed({ now, sort: 'health', healthIn: ['running'] })).toEqual(['today'])
    })

    it('are sorted by activity, resources and name; the name decides between equals', async () => {
      await bench().store.write(oneOfEach)
      expect(await listed({ sort: 'activity', limit: 4 })).toEqual(['empty', 'orphaned', 'settled', 'running'])
      expect(await listed({ sort: 'activity', wasUpdated: true, limit: 2 })).toEqual(['orphaned', 'settled'])
      const byCount = ['ok', 'broken', 'failed', 'running', 'settled', 'orphaned', 'creates', 'empty', 'pending']
      expect(await listed({ sort: 'resources' })).toEqual(byCount)
      expect(await listed({ sort: 'resources', limit: 3, offset: 2 })).toEqual(byCount.slice(2, 5))
      expect(await listed({ offset: 9 })).toEqual([])
    })

    it('are sorted by code points, in whatever script, and as the name is written', async () => {
      const names = ['a', 'Z', 'ä', 'z', '\u{1F600}', '\uFFFD', 'a-b', 'a.b', '0']
      await bench().store.write(async (writer) => {
        for (const name of names) await insertStack(writer, name)
        await insertStack(writer, 'other', { stack: { project: 'p-x', name: 'a' } })
      })
      const sorted = ['0', 'Z', 'a', 'a-b', 'a.b', 'z', 'ä', '\uFFFD', '\u{1F600}']
      expect(await listed()).toEqual(['other', ...sorted]) // acme/p-x/a before acme/p/0: `-` before `/`
      expect(await linesOf()).toEqual([...sorted, 'other']) // project by project
    })

    it('show an open alarm of a stack, until it is resolved', async () => {
      await bench().store.write(oneOfEach)
      const alarms = (openAlarms: number) => bench().store.write((writer) => writer.patchStack('ok', { openAlarms }))
      await alarms(1)
      expect(await listed({ healthIn: ['alarm'] })).toEqual(['ok'])
      await alarms(0)
      expect(await listed({ healthIn: ['alarm'] })).toEqual([])
    })

    it('are filtered by org, project, health, tag and words, all at once', async () => {
      await bench().store.write(async (writer) => {
        await oneOfEach(writer)
        await insertStack(writer, 'tagged', {
          stack: { org: 'zeta', tags: { env: 'Prod', owner: 'Zoë 100%', half: '\ud800' } },
        })
        await insertStack(writer, 'gone', { stack: { deletedAt: 5, tags: { env: 'Prod' } } })
      })
      expect(await listed({ org: 'zeta' })).toEqual(['tagged'])
      expect(await listed({ project: 'other' })).toEqual([])
      expect(await listed({ healthIn: ['failed', 'broken'] })).toEqual(['broken', 'failed'])
      expect(await listed({ tag: { name: 'env' } })).toEqual(['tagged'])
      expect(await listed({ tag: { name: 'env', value: 'Prod' } })).toEqual(['tagged'])
      expect(await listed({ tag: { name: 'env', value: 'prod' } })).toEqual([])
      expect(await listed({ tag: { name: 'half', value: '\ud800' } })).toEqual(['tagged'])
      expect(await listed({ withoutTag: 'env' })).toEqual(await listed({ org: 'acme' }))
      expect(await listed({ withoutTag: 'env', org: 'zeta' })).toEqual([])
      expect(await listed({ words: ['ENV=prod'] })).toEqual(['tagged'])
      expect(await listed({ words: ['zoË', '100%'] })).toEqual(['tagged'])
      expect(await listed({ words: ['1%0'] })).toEqual([])
      expect(await listed({ words: ['_'] })).toEqual([])
      expect(await listed({ words: ['\\'] })).toEqual([])
      expect(await listed({ words: ['pend', 'acme', 'p'] })).toEqual(['creates', 'pending'])
      expect(await listed({ words: ['o', 'k', '/p/', 'ok', 'a'] })).toEqual(['broken', 'ok', 'settled'])
      expect(await listed({ words: ['ok'], healthIn: ['empty'] })).toEqual([])
      expect(await listed({ words: Array.from({ length: 600 }, (_, n) => `word${n}`) })).toEqual([])
      expect(await listed({ org: 'acme', project: 'p', tag: { name: 'env' } })).toEqual([])
      expect((await pageOf({ words: ['p'], limit: 1 })).total).toBe(10)
    })

    it('take every text literally: none becomes part of a statement', async () => {
      const hostile = [
        `x' or '1'='1`,
        `"; drop table "stacks"; --`,
        `\\'; select 1; /*`,
        `$1 :org ? {"a":1}`,
        `%' escape '`,
      ]
      await bench().store.write(async (writer) => {
        await insertStack(writer, 'other')
        for (const [index, text] of hostile.entries())
          await insertStack(writer, `hostile-${index}`, { stack: { org: text, tags: { [text]: text } } })
      })
      for (const [index, text] of hostile.entries()) {
        const found = [`hostile-${index}`]
        expect(await listed({ org: text })).toEqual(found)
        expect(await listed({ tag: { name: text, value: text } })).toEqual(found)
        expect(await listed({ words: [text] })).toEqual(found)
        expect(await listed({ project: text })).toEqual([])
        expect(await linesOf({ org: text })).toEqual(found)
      }
      expect(await listed()).toHaveLength(hostile.length + 1)
    })

    it('reflect every change of what they show, also inside the transaction that makes it', async () => {
      const { store } = bench()
      await store.write(oneOfEach)
      const healthy = () => listed({ healthIn: ['ok'] })
      expect(await healthy()).toEqual(['ok', 'settled'])
      await store.write(async (writer) => {
        await writer.patchUpdate('ok-u', { status: 'cancelled' })
        const inside = await writer.stackPage({ ...BY_NAME, limit: 9, healthIn: ['ok'] })
        expect(inside.stacks.map(({ id }) => id)).toEqual(['settled'])
      })
      expect(await healthy()).toEqual(['settled'])
      await store.write((writer) => writer.patchUpdate('orphaned-u', { resolvedAt: 60 }))
      expect(await healthy()).toEqual(['orphaned', 'settled'])
      await store.write(async (writer) => {
        await writer.patchUpdate('running-u', { status: 'succeeded', endedAt: 70 })
        await writer.patchStack('running', { holderId: null, name: 'ran', tags: { new: 'tag' } })
        await writer.putState(aState({ id: 'later', stackId: 'running', resourceCount: 9 }), bytesOf('9'))
        await writer.patchStack('running', { stateId: 'later' })
        await writer.patchStack('settled', { deletedAt: 80 })
      })
      expect(await listed({ words: ['/ran'], tag: { name: 'new' } })).toEqual(['running'])
      expect(await listed({ sort: 'resources', limit: 1 })).toEqual(['running'])
      expect(await healthy()).toEqual(['orphaned', 'running'])
      await store.write((writer) => writer.patchStack('settled', { deletedAt: null }))
      expect(await healthy()).toEqual(['orphaned', 'running', 'settled'])
      const failing = store.write(async (writer) => {
        await writer.patchStack('ok', { deletedAt: 90 })
        throw new Error('rolled back on purpose')
      })
      await expect(failing).rejects.toThrow('rolled back on purpose')
      expect(await store.read((reader) => reader.stackCount())).toBe(9)
    })

    it('keep an orphaned update through a rename, and drop it after another run', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await oneOfEach(writer)
        await writer.patchUpdate('orphaned-u', { stateId: 'orphaned-s' })
        const rename = { kind: 'rename', version: 2, status: 'succeeded', startedAt: 60, endedAt: 60 } as const
        await writer.insertUpdate(anUpdate({ id: 'r', stackId: 'orphaned', baseStateId: 'orphaned-s', ...rename }))
        await writer.patchStack('orphaned', { latestUpdateId: 'r' })
      })
      expect(await listed({ healthIn: ['orphaned'] })).toEqual(['orphaned'])
      expect((await pageOf({ healthIn: ['orphaned'] })).stacks[0]?.orphanedUpdate?.id).toBe('orphaned-u')
      await store.write((writer) => writer.patchUpdate('r', { kind: 'refresh' }))
      expect(await listed({ healthIn: ['orphaned'] })).toEqual([])
      await store.read(async (reader) => {
        expect((await reader.orphanedUpdateOf('orphaned'))?.id).toBe('orphaned-u')
        expect(await reader.orphanedUpdateOf('settled')).toBeUndefined()
      })
    })

    it('are grouped by project or by the value of a tag, those without it last', async () => {
      await bench().store.write(async (writer) => {
        await insertStack(writer, 'one', {
          stack: { project: 'b', tags: { env: 'prod' } },
          latest: { startedAt: 2e12 },
        })
        await insertStack(writer, 'two', { stack: { project: 'a' } })
        await insertStack(writer, 'three', { stack: { project: 'b', tags: { env: 'dev' } } })
        await insertStack(writer, 'four', { stack: { project: 'a', tags: { env: 'prod', other: 'x' } } })
      })
      expect(await listed({ groupBy: 'project' })).toEqual(['four', 'two', 'one', 'three'])
      expect(await listed({ groupBy: { tag: 'env' } })).toEqual(['three', 'four', 'one', 'two'])
      expect(await listed({ groupBy: { tag: 'env' }, sort: 'activity', limit: 2, offset: 1 })).toEqual(['one', 'four'])
      expect(await listed({ groupBy: { tag: 'env' }, words: ['b/'] })).toEqual(['three', 'one'])
      const tallies = async (filter: Partial<StackTallyFilter>) =>
        (await bench().store.read((reader) => reader.stackTallies({ now: QUIET, notProgressingAfterS, ...filter })))
          .map(({ group, health, count }) => `${group}: ${count} ${health}`)
          .sort()
      expect(await tallies({ groupBy: 'project' })).toEqual(['a: 2 empty', 'b: 2 empty'])
      expect(await tallies({ groupBy: { tag: 'env' } })).toEqual(['dev: 1 empty', 'null: 1 empty', 'prod: 2 empty'])
      expect(await tallies({ project: 'a', words: ['prod'] })).toEqual(['null: 1 empty'])
    })

    it('are counted by health, and a lease not responding by time alone', async () => {
      await bench().store.write(oneOfEach)
      const tallies = (filter: Partial<StackTallyFilter> = {}) =>
        bench().store.read((reader) => reader.stackTallies({ now: QUIET, notProgressingAfterS, ...filter }))
      const counts = (rows: TallyRow[]) => Object.fromEntries(rows.map(({ health, count }) => [health, count]))
      const still = { orphaned: 1, pendingCreates: 1, pending: 1, failed: 1, broken: 1, ok: 2, empty: 1 }
      expect(counts(await tallies())).toEqual({ ...still, running: 1 })
      expect(counts(await tallies({ now: aLease.expiresAt }))).toEqual({ ...still, notResponding: 1 })
      expect(counts(await tallies({ healthIn: ['failed', 'ok'], words: ['ok'] }))).toEqual({ ok: 2 })
      expect((await tallies()).every(({ group }) => group === null)).toBe(true)
    })

    it('have their last runs, and the number started since a time', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const id of ['many', 'few', 'none']) await writer.insertStack(aStack({ id, name: id, version: 0 }))
        for (let version = 1; version <= 5; version++) {
          const ended = { startedAt: version, endedAt: version + 1, status: 'succeeded' } as const
          await writer.insertUpdate(anUpdate({ id: `m${version}`, stackId: 'many', version, ...ended }))
        }
        const gone = { startedAt: 4, endedAt: 9, status: 'failed', endReason: 'expiry' } as const
        await writer.insertUpdate(anUpdate({ id: 'f1', stackId: 'few', version: 1, ...gone }))
        await writer.insertUpdate(anUpdate({ id: 'dry', stackId: 'few', dryRun: true, startedAt: 8 }))
        await writer.patchStack('many', { version: 5 })
        await writer.patchStack('few', { version: 1 })
        await writer.insertStack(aStack({ id: 'deleted', name: 'deleted', version: 1, deletedAt: 9 }))
        await writer.insertUpdate(
          anUpdate({ id: 'd1', stackId: 'deleted', version: 1, startedAt: 8, status: 'succeeded' }),
        )
      })
      await store.read(async (reader) => {
        const ids = ['many', 'few', 'none', ...Array.from({ length: 80 }, (_, n) => `no one-${n}`)]
        const rows = await reader.lastRuns([...ids.slice(3), ...ids.slice(0, 3)], 3)
        expect(rows.map(({ id }) => id).sort()).toEqual(['f1', 'm3', 'm4', 'm5'])
        expect(rows.find(({ id }) => id === 'f1')).toEqual({
          id: 'f1',
          stackId: 'few',
          kind: 'update',
          version: 1,
          createdAt: anUpdate().createdAt,
          startedAt: 4,
          endedAt: 9,
          status: 'failed',
          endReason: 'expiry',
          isWaiting: false,
        })
        expect(await reader.lastRuns([], 3)).toEqual([])
        const since = async (at: number) =>
          (await reader.startedSince(at)).map(({ status, count }) => `${count} ${status}`).sort()
        expect(await since(4)).toEqual(['1 expired', '2 succeeded'])
        expect(await since(6)).toEqual([])
      })
    })

    it('have the list of projects and organizations', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await insertStack(writer, 'one', { stack: { org: 'zeta', project: 'b' } })
        await insertStack(writer, 'two', { stack: { org: 'acme', project: 'b' } })
        await insertStack(writer, 'three', { stack: { org: 'acme', project: 'a' } })
        await insertStack(writer, 'gone', { stack: { org: 'gone', project: 'gone', deletedAt: 1 } })
      })
      await store.read(async (reader) => {
        expect(await reader.projects()).toEqual(['a', 'b'])
        expect(await reader.organizations()).toEqual(['acme', 'zeta'])
        expect(await reader.stackCount()).toBe(3)
      })
    })
  })

  describe('lines of stacks', () => {
    it('continue after the last one returned, whatever was added or removed in between', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const id of ['b', 'd', 'f']) await insertStack(writer, id, { stack: { tags: { env: id } } })
        await insertStack(writer, 'x', { stack: { org: 'zeta', project: 'a' } })
        await insertStack(writer, 'held', {
          stack: { project: 'o' },
          latest: { status: 'running', startedAt: 7, lease: aLease },
        })
      })
      expect(await linesOf({ limit: 3 })).toEqual(['held', 'b', 'd'])
      await store.write(async (writer) => {
        await writer.patchStack('d', { deletedAt: 1 })
        await insertStack(writer, 'a')
        await insertStack(writer, 'e')
      })
      const after = { org: 'acme', project: 'p', name: 'd' }
      expect(await linesOf({ after, limit: 2 })).toEqual(['e', 'f'])
      expect(await linesOf({ after: { ...after, name: 'f' } })).toEqual(['x'])
      expect(await linesOf({ after, org: 'zeta' })).toEqual(['x'])
      expect(await linesOf({ tag: { name: 'env', value: 'b' } })).toEqual(['b'])
      expect(await linesOf({ tag: { name: 'env' }, project: 'p' })).toEqual(['b', 'f'])
      expect(await store.read((reader) => reader.stackLines({ limit: 1 }))).toEqual([
        { id: 'held', org: 'acme', project: 'o', name: 'held', isHeld: true, lastStartedAt: 7, resourceCount: 0 },
      ])
    })
  })

  describe('the history', () => {
    it('has the resulting states of the runs, in the order of `updates`', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        for (let version = 1; version <= 5; version++) {
          const id = `v${version}`
          const stateId = version === 3 ? null : `s${version}`
          await writer.insertUpdate(anUpdate({ id, version, createdAt: 1, baseVersion: version - 1, stateId }))
          await writer.insertUpdate(
            anUpdate({ id: `p${version}`, dryRun: true, createdAt: version, baseVersion: version }),
          )
          if (stateId) await writer.putState(aState({ id: stateId, version, resourceCount: version }), bytesOf(id))
        }
        await writer.insertUpdate(anUpdate({ id: 'never' }))
      })
      await store.read(async (reader) => {
        for (const previews of ['no', 'only', 'also'] as const) {
          for (const range of [
            { limit: 3, offset: 0 },
            { limit: 3, offset: 2 },
            { limit: 100, offset: 4 },
          ]) {
            const rows = await reader.history('stack-1', { previews, ...range })
            expect(rows.map(({ update }) => update)).toEqual(await reader.updates('stack-1', { previews, ...range }))
          }
        }
        const rows = await reader.history('stack-1', { previews: 'no', limit: 3, offset: 0 })
        expect(rows.map(({ update, state }) => [update.id, state?.id, state?.resourceCount])).toEqual([
          ['v5', 's5', 5],
          ['v4', 's4', 4],
          ['v3', undefined, undefined],
        ])
        const based = await reader.history('stack-1', { previews: 'only', baseVersion: 2, limit: 9, offset: 0 })
        expect(based.map(({ update }) => update.id)).toEqual(['p2'])
      })
    })
  })

  describe('lines of a log', () => {
    const event = (sequence: number, isLine: boolean) => ({ sequence, text: `event ${sequence}`, isLine })

    it('are counted in order of receipt, and found by their number', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.appendEvents('update-1', [event(5, true), event(6, false), event(7, true)], 1, false)
        await writer.appendEvents('update-1', [event(1, true), event(2, false)], 2, true)
        await writer.appendEvents('update-1', [event(5, true), event(1, true)], 3, false)
      })
      await store.read(async (reader) => {
        const lines = async (after: number, limit: number) =>
          (await reader.logLines('update-1', { after, limit })).map(({ sequence, line }) => [sequence, line])
        expect(await lines(0, 2)).toEqual([
          [5, 1],
          [7, 2],
        ])
        expect(await lines(2, 9)).toEqual([[1, 3]])
        expect(await lines(3, 9)).toEqual([])
        expect(await reader.logLineCount('update-1')).toBe(3)
        expect(await reader.logLineCount('unknown')).toBe(0)
      })
    })

    it('can be read by sequence too, up to what had been received', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) => writer.appendEvents('update-1', [event(7, true), event(0, true)], 1, false))
      const upTo = await store.read((reader) => reader.lastReceived('update-1'))
      await store.write((writer) => writer.appendEvents('update-1', [event(3, true)], 1, false))
      await store.read(async (reader) => {
        const sequences = async (options: Parameters<typeof reader.eventsBySequence>[1]) =>
          (await reader.eventsBySequence('update-1', options)).map(({ sequence }) => sequence)
        expect(await sequences({ from: 0, after: -1, upTo, limit: 9 })).toEqual([0, 7])
        expect(await sequences({ from: 0, after: -1, upTo: upTo + 9, limit: 2 })).toEqual([0, 3])
        expect(await sequences({ from: 0, after: 3, upTo: upTo + 9, limit: 2 })).toEqual([7])
        expect(await sequences({ from: upTo, after: -1, upTo: upTo + 9, limit: 9 })).toEqual([3])
      })
    })

    it('can be read by sequence only, between two line numbers', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) =>
        writer.appendEvents(
          'update-1',
          [event(7, true), event(8, false), event(0, true), event(-2, true), event(3, true)],
          1,
          false,
        ),
      )
      await store.read(async (reader) => {
        const sequences = async (options: Parameters<typeof reader.logLinesBySequence>[1]) =>
          (await reader.logLinesBySequence('update-1', options)).map(({ sequence }) => sequence)
        expect(await sequences({ from: 0, after: -9, upTo: 4, limit: 9 })).toEqual([-2, 0, 3, 7])
        expect(await sequences({ from: 1, after: -9, upTo: 3, limit: 9 })).toEqual([-2, 0])
        expect(await sequences({ from: 0, after: -2, upTo: 4, limit: 2 })).toEqual([0, 3])
        expect(await sequences({ from: 0, after: 3, upTo: 4, limit: 2 })).toEqual([7])
        expect(await sequences({ from: 0, after: 7, upTo: 4, limit: 2 })).toEqual([])
      })
    })
  })

  describe('events folded into rows', () => {
    it('replace the former rows, together with their update', async () => {
      const { store } = bench()
      await seed(store)
      const put = (received: number, data: number[]) =>
        store.write((writer) => writer.putFold('update-1', { received, data: Uint8Array.from(data) }))
      const fold = () => store.read((reader) => reader.fold('update-1'))
      expect(await fold()).toBeUndefined()
      await put(3, [1, 0, 255])
      await put(9, [7])
      const found = await fold()
      expect([found?.received, [...(found?.data ?? [])]]).toEqual([9, [7]])
      const orphaned = store.write((writer) => writer.putFold('unknown', { received: 1, data: new Uint8Array() }))
      await expect(orphaned).rejects.toThrow(Error)
    })
  })
}
