import { describe, expect, it } from 'vitest'
import { type IndexedResource, INDEX_RULES } from '#domain/search/indexedResource.ts'
import { needlesOf } from '#domain/search/needles.ts'
import { visibleReader } from '#server/core/access/visible.ts'
import type { Reader, Store } from '#server/store/port.ts'
import { NO_FACTS } from '#server/store/port/states.ts'
import { anApproval } from './approvals.ts'
import { ELSEWHERE } from './backends.ts'
import { aBackend, aLease, anAuditRow, aStack, aState, anUpdate, bytesOf, type CurrentBench } from './rows.ts'
import { aUntracked, anAlarm } from './untracked.ts'

const RESOURCE: IndexedResource = {
  name: 'orders',
  type: 'aws:s3/bucket:Bucket',
  parentType: '',
  resourceId: 'orders-0A1b',
  provider: null,
  isProtected: false,
  oddUrn: null,
}

/** Two organizations with the same in both; `hush` and `hush-2` differ by more than a prefix. */
async function fill(store: Store): Promise<void> {
  await store.write(async (writer) => {
    for (const org of ['acme', 'hush', 'hush-2']) {
      const of = (name: string) => `${org}-${name}`
      const stackId = of('stack')
      await writer.insertStack(aStack({ id: stackId, org, project: of('project'), tags: { owner: org } }))
      const run = anUpdate({ id: of('run'), stackId, version: 1, startedAt: 2_000, lease: aLease, status: 'running' })
      const lost = { id: of('lost'), version: 2, status: 'failed', endReason: 'expiry', endedAt: 3_000 } as const
      await writer.insertUpdate(run)
      await writer.insertUpdate({ ...run, ...lost })
      const state = aState({ ...NO_FACTS, id: of('state'), stackId, stackReferences: ['organization/x/y'] })
      await writer.putState(state, bytesOf('{}'))
      await writer.patchStack(stackId, {
        version: 2,
        stateId: of('state'),
        latestUpdateId: of('run'),
        holderId: of('run'),
        lock: { ...LOCK, id: of('lock') },
      })
      const done = { stateId: of('state'), rules: INDEX_RULES }
      await writer.changeIndex(stackId, { step: 0, remove: [], add: [RESOURCE], done })
      await writer.appendAudit(anAuditRow({ stackId, stack: `${org}/website/prod` }))
      await writer.appendLeaseLog({ ...REFUSED, stackId, updateId: of('run') })
      await writer.insertUntracked([aUntracked(of('untracked'), { stackId })])
      await writer.insertAlarm(anAlarm(of('alarm'), { stackId }))
      await writer.insertApprovals([anApproval(of('approval'), { stackId, updateId: of('run') })])
    }
    await writer.appendAudit(anAuditRow({ detail: 'about no stack' }))
  })
}

const LOCK = { login: 'ada', tokenName: null, userAgent: '', address: null, reason: 'r', since: 1, until: 9e12 }
const REFUSED = {
  at: 5,
  what: 'refused',
  login: 'bob',
  tokenName: null,
  userAgent: '',
  address: null,
  detail: 'start',
} as const
const LIST = { now: 10_000, notProgressingAfterS: 900 }
const PAGE = { ...LIST, limit: 9, offset: 0 }
const FIND = { needles: needlesOf(['orders']) ?? [], limit: 9, examine: 99 }

/** Everything that is read of more than one stack, as a text; how often it has each organization shows what it is of. */
const READS: Record<string, (reader: Reader) => Promise<unknown>> = {
  page: (reader) => reader.stackPage({ ...PAGE, sort: 'name' }),
  'page by words': (reader) => reader.stackPage({ ...PAGE, sort: 'health', words: ['prod'] }),
  tallies: (reader) => reader.stackTallies({ ...LIST, groupBy: 'project' }),
  lines: (reader) => reader.stackLines({ limit: 9 }),
  projects: (reader) => reader.projects(),
  organizations: (reader) => reader.organizations(),
  tags: (reader) => reader.tags({ limit: 9 }),
  stacks: (reader) => reader.stacks({}),
  'listed stacks': (reader) => reader.listedStacks(['acme-stack', 'hush-stack', 'hush-2-stack']),
  'locked stacks': (reader) => reader.lockedStacks(),
  references: (reader) => reader.stackReferences(),
  activity: (reader) => reader.activity({ limit: 9 }),
  'activity by words': (reader) => reader.activity({ limit: 9, needles: needlesOf(['first']) ?? [] }),
  running: (reader) => reader.runningUpdates(),
  orphaned: (reader) => reader.orphanedUpdates(),
  resources: (reader) => reader.findResources(FIND),
  runs: (reader) => reader.findRuns({ ...FIND, needles: needlesOf(['first']) ?? [] }),
  refusals: (reader) => reader.refusals({ since: 0, limit: 9 }),
  audit: (reader) => reader.audit({ limit: 9 }),
  untracked: (reader) => reader.untracked({ isOpen: true, limit: 9, offset: 0 }),
  'stacks of untracked': (reader) => reader.untrackedStacks({ isOpen: true }),
  alarms: (reader) => reader.alarms({ limit: 9 }),
  'waiting approvals': (reader) => reader.waitingApprovals({ limit: 9 }),
}

/** Numbers, which name no organization. */
const COUNTS: Record<string, (reader: Reader) => Promise<number>> = {
  stacks: (reader) => reader.stackCount(),
  total: async (reader) => (await reader.stackPage({ ...PAGE, sort: 'name' })).total,
  started: async (reader) => (await reader.startedSince(0)).reduce((sum, { count }) => sum + count, 0) / 2,
  untracked: (reader) => reader.untrackedCount({ isOpen: true }),
}

const orgsIn = (value: unknown): string[] => {
  const text = JSON.stringify(value)
  return ['acme', 'hush', 'hush-2'].filter((org) => new RegExp(`"${org}(-[a-z]+)?["/]`).test(text))
}

export function hiddenSuite(bench: CurrentBench): void {
  describe('a reader without some organizations', () => {
    it.each(Object.entries(READS))('leaves them out of %s', async (_, read) => {
      const { store } = bench()
      await fill(store)
      const seen = (hidden: string[]) => store.read(async (reader) => orgsIn(await read(visibleReader(reader, hidden))))
      expect(await seen([])).toEqual(['acme', 'hush', 'hush-2'])
      expect(await seen(['hush'])).toEqual(['acme', 'hush-2'])
      expect(await seen(['hush-2', 'hush'])).toEqual(['acme'])
    })

    it('counts only what is seen in a limit', async () => {
      const { store } = bench()
      await fill(store)
      await store.write(async (writer) => {
        await writer.insertBackend(aBackend())
        for (const org of ['acme', 'hush']) {
          const mirror = { backendId: 'backend-1', wrappedKey: '', elsewhere: ELSEWHERE }
          await writer.insertStack(aStack({ ...mirror, id: `${org}-mirror`, org, name: 'locked' }))
        }
        for (const [stackId, at] of [
          ['hush-stack', 50],
          ['acme-stack', 60],
        ] as const)
          await writer.appendLeaseLog({ ...REFUSED, at, stackId, updateId: null })
      })
      await store.read(async (reader) => {
        const seen = visibleReader(reader, ['acme'])
        expect((await seen.refusals({ since: 10, limit: 1 })).map(({ stackId }) => stackId)).toEqual(['hush-stack'])
        expect((await seen.waitingApprovals({ limit: 1 })).map(({ stackId }) => stackId)).toEqual(['hush-stack'])
        expect((await seen.lockedElsewhere(1)).map(({ org }) => org)).toEqual(['hush'])
        expect(await seen.lockedElsewhereCount()).toBe(1)
      })
    })

    it.each(Object.entries(COUNTS))('does not count them in %s', async (_, read) => {
      const { store } = bench()
      await fill(store)
      const seen = (hidden: string[]) => store.read((reader) => read(visibleReader(reader, hidden)))
      expect([await seen([]), await seen(['hush']), await seen(['hush', 'hush-2'])]).toEqual([3, 2, 1])
    })

    it.each([
      [['hush'], ['about no stack', 'hush-2/website/prod', 'acme/website/prod']],
      [
        ['hush', 'hush-2'],
        ['about no stack', 'acme/website/prod'],
      ],
    ])('without %j keeps entries of the audit log that are about no stack', async (hidden, seen) => {
      const { store } = bench()
      await fill(store)
      const rows = await store.read((reader) => visibleReader(reader, hidden).audit({ limit: 9 }))
      expect(rows.map(({ detail, stack }) => stack ?? detail)).toEqual(seen)
    })
  })
}
