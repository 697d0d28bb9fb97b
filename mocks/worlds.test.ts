import { Leases } from '#contract/leases.ts'
import { afterAll, expect, it } from 'vitest'
import { Comparison } from '#contract/diff.ts'
import { Diagnosis } from '#contract/recoveries.ts'
import { GraphColumns } from '#contract/resources.ts'
import { Attention, StackDetail, StackPage } from '#contract/stacks.ts'
import { UpdateChanges, UpdatePage } from '#contract/updates.ts'
import { guidedRecoveries } from '#domain/recoveries/registry.ts'
import { prepareText } from '#server/texts/stateText.ts'
import { pastState } from './past.ts'
import type { World } from './story.ts'
import { worldNamed, worlds, type WorldName } from './worlds.ts'

const made = new Map<WorldName, Promise<World>>()
/** The world, made once: these tests only read it. */
function the(name: WorldName): Promise<World> {
  const world = made.get(name) ?? worlds[name]()
  made.set(name, world)
  return world
}
afterAll(() => made.clear())

const get = async (world: World, path: string): Promise<unknown> => {
  const response = await world.app.fetch(
    new Request(`http://localhost${path}`, { headers: { authorization: `token ${world.token}` } }),
  )
  expect(response.status).toBe(200)
  return response.json()
}
const SHOP = '/api/ui/stacks/organization/shop/prod'

it.each([
  ['healthy', 'ok', null],
  ['midUpdate', 'running', 'alive'],
  ['stuckLease', 'notResponding', 'notResponding'],
  ['pendingCreates', 'orphaned', 'orphaned'],
  ['refused', 'blocking', 'alive'],
] as const)('in the world %s the health of the shop stack is %s', async (name, health, verdict) => {
  const world = await the(name)
  const shop = StackDetail.parse(await get(world, SHOP))
  expect(shop.health).toBe(health)
  expect(shop.leaseCard?.verdict ?? null).toBe(verdict)
})

it.each(Object.keys(worlds) as WorldName[])('the world %s fits the contract', async (name) => {
  const world = await the(name)
  Attention.parse(await get(world, '/api/ui/attention'))
  const { total } = StackPage.parse(await get(world, '/api/ui/stacks'))
  expect(total > 0).toBe(name !== 'empty')
})

it('lists a runner that does not respond under what needs attention before its lease expires', async () => {
  const { needs } = Attention.parse(await get(await the('stuckLease'), '/api/ui/attention'))
  expect(needs.map(({ ref, health }) => [ref.project, health])).toEqual([['shop', 'notResponding']])
})

it('shows who was refused an update', async () => {
  const shop = StackDetail.parse(await get(await the('refused'), SHOP))
  expect(shop.leaseCard?.refused.map(({ actor }) => actor.tokenName)).toEqual(
    expect.arrayContaining(['ada-laptop', 'grace-laptop', 'nightly']),
  )
})

/** The recoveries offered for each stack of a world. */
async function found(name: WorldName): Promise<Record<string, string[]>> {
  const world = await the(name)
  const { stacks } = StackPage.parse(await get(world, '/api/ui/stacks'))
  const found: Record<string, string[]> = {}
  for (const { ref } of stacks) {
    const { findings } = Diagnosis.parse(
      await get(world, `/api/ui/stacks/${ref.org}/${ref.project}/${ref.stack}/recover`),
    )
    const ids = findings.flatMap(({ recovery }) => recovery ?? [])
    if (ids.length > 0) found[`${ref.project}/${ref.stack}`] = ids
  }
  return found
}

/** The findings of each stack, for worlds with more than an interrupted update. */
const WRONG = [
  ['healthy', {}],
  ['secrets', {}],
  [
    'brokenIntegrity',
    {
      'archive/prod': ['fix-references'],
      'billing/prod': ['fix-references'],
      'catalog/prod': ['resolve-duplicates'],
      'mailer/prod': ['break-cycle'],
      'reports/prod': ['fix-entry'],
      'shop/prod': ['restore-provider'],
    },
  ],
  [
    'halfDone',
    {
      'catalog/prod': ['finish-replacement'],
      'cdn/prod': ['refresh-etag'],
      'data/prod': ['remove-protection'],
      'gateway/prod': ['remove-old-entries'],
      'images/prod': ['fix-unhealthy'],
      'ledger/prod': ['clear-create', 'fix-step-error'],
      'orders/prod': ['remove-old-entries'],
      'receipts/prod': ['read-outputs'],
      'reports/prod': ['install-plugin'],
      'shop/prod': ['release-lease', 'clear-create', 'finish-replacement'],
      'uploads/prod': ['finish-destroy'],
    },
  ],
  [
    'pendingCreates',
    {
      'search/prod': ['compare-create'],
      'shop/prod': ['release-lease', 'clear-create', 'clear-operations', 'resolve-operations'],
    },
  ],
  ['renamed', { 'shop/staging': ['rewrite-foreign-state'], 'storefront/prod': ['rename-stack'] }],
  ['refreshLost', { 'shop/prod': ['restore-lost-entries'] }],
  ['noRecord', { 'billing/prod': ['resolve-untracked'], 'shop/prod': ['release-lease', 'resolve-untracked'] }],
  ['newerState', { 'billing/prod': ['fix-secrets'], 'shop/prod': ['upgrade-cli'] }],
] as const

it.each(WRONG)('in the world %s every stack shows what is wrong with it, and nothing else', async (name, expected) => {
  expect(await found(name)).toEqual(expected)
})

/** Opened by hand, because no finding leads to them; or about files of a self-managed backend, which this is not. */
const BY_HAND = [
  'adopt-create',
  'discard-create',
  'restore-version',
  'lost-lease',
  'fix-network',
  'resolve-unknown-state',
  'remove-lock-file',
  'restore-checkpoint',
  'upgrade-backend',
]

it('shows every recovery on a stack of at least one world', () => {
  const seen = new Set(WRONG.flatMap(([, stacks]) => Object.values<readonly string[]>(stacks)).flat())
  expect(guidedRecoveries.map(({ id }) => id).filter((id) => !seen.has(id) && !BY_HAND.includes(id))).toEqual([])
})

it('has consistent rows, counts, differences and builds', async () => {
  const world = await the('healthy')
  const { updates } = UpdatePage.parse(await get(world, `${SHOP}/updates`))
  const first = updates.find(({ version }) => version === 1)
  const { rows } = UpdateChanges.parse(await get(world, `${SHOP}/runs/${first?.id}/changes`))
  expect(rows.filter(({ op }) => op === 'create')).toHaveLength(first?.resourceChanges?.['create'] ?? 0)
  const { diff } = Comparison.parse(await get(world, `${SHOP}/compare?from=2&to=3`))
  expect(diff.counts.changed).toBe(1)
  const builds = updates.flatMap(({ ci }) => ci?.build ?? [])
  expect(new Set(builds).size).toBe(builds.length)
  expect(builds.length).toBeGreaterThan(1)
})

/** Worlds whose updates are played step by step; those of the others are inserted or interrupted. */
const PLAYED = ['healthy', 'linked', 'pendingCreates', 'halfDone', 'secrets', 'failed', 'brokenIntegrity'] as const

/** Changes of a state that no run makes. */
const AT_ONCE = new Set(['import', 'recovery', 'rename'])

it.each(PLAYED)('in the world %s every update took time', async (name) => {
  const world = await the(name)
  const { stacks } = StackPage.parse(await get(world, '/api/ui/stacks'))
  const atOnce: string[] = []
  for (const { ref } of stacks) {
    const of = `${ref.project}/${ref.stack}`
    const { updates } = UpdatePage.parse(await get(world, `/api/ui/stacks/organization/${of}/updates`))
    for (const { kind, version, startedAt, endedAt } of updates)
      if (!AT_ONCE.has(kind) && endedAt !== null && endedAt - (startedAt ?? endedAt) < 1000)
        atOnce.push(`${of} ${kind} ${version}`)
  }
  expect(atOnce).toEqual([])
})

it('finds a world by its name, and rejects the name of an unknown one', () => {
  expect(worldNamed('huge')).toBe(worlds.huge)
  expect(() => worldNamed('helthy')).toThrow('There is no world called "helthy"')
})

it('returns for a past state the facts that the service finds in it', async () => {
  const { text, facts } = await pastState({ org: 'acme', project: 'shop', stack: 'prod' }, 9)
  expect(await prepareText(text)).toMatchObject({ facts })
  expect(facts.finding).toBeNull()
})

it('the fleet has 5,000 stacks, and held leases with every verdict', async () => {
  const world = await the('fleet')
  const { total } = StackPage.parse(await get(world, '/api/ui/stacks'))
  expect(total).toBe(5000)
  const healthy = StackPage.parse(await get(world, '/api/ui/stacks?health=ok'))
  expect(healthy.total).toBeGreaterThan(4500)
  const { leases, orphaned = [] } = Leases.parse(await get(world, '/api/ui/leases'))
  const count = (verdict: string) => [...leases, ...orphaned].filter((lease) => lease.verdict === verdict).length
  expect(['alive', 'notProgressing', 'notResponding', 'disconnected', 'orphaned'].map(count)).toEqual([
    22, 14, 10, 6, 8,
  ])
})

it('the huge stack has 30,000 resources, an update that changed some, and unhealthy services', async () => {
  const world = await the('huge')
  const of = '/api/ui/stacks/organization/platform/prod'
  const graph = GraphColumns.parse(await get(world, `${of}/graph`))
  expect(graph.names).toHaveLength(29_999)
  expect(graph.edgeFrom.length).toBeGreaterThan(40_000)
  const { diff } = Comparison.parse(await get(world, `${of}/compare?from=1&to=2`))
  expect([diff.counts.changed, diff.counts.removed, diff.counts.added]).toEqual([43, 1, 0])
  const { findings } = Diagnosis.parse(await get(world, `${of}/recover`))
  expect(findings.flatMap(({ recovery }) => recovery ?? [])).toEqual(['fix-unhealthy'])
})
