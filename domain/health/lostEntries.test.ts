import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { randomState, seeded } from '#testing/states/randomState.ts'
import { alarmsOf } from './alarms.ts'
import type { Resource } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { verify } from '../state/integrity.ts'
import { lostEntries, restoreEntries } from './lostEntries.ts'
import { pruneAfterRefresh } from '../journal/refreshPruning.ts'
import { entryKey } from '../journal/stepFacts.ts'

const { urn, entry: bucket } = sampleEntries({ idOf: (name) => `${name}-1` })
const names = (resources: Resource[]) => resources.map((resource) => resource.urn.split('::').at(-1))
const of = (...resources: Resource[]) => ({ resources })
const every = (count: number) => new Set(Array.from({ length: count }, (_, index) => index))

describe('the entries missing from a later state', () => {
  const former = of(bucket('a'), bucket('b'), bucket('old', { delete: true }))
  it('are listed in their old order, without those pending deletion', () => {
    expect(names(lostEntries(former, of()).map(({ resource }) => resource))).toEqual(['a', 'b'])
  })
  it('exclude a resource that now has another name', () => {
    expect(lostEntries(former, of(bucket('b'), bucket('z', { id: 'a-1' })))).toEqual([])
  })
  it('name the URN that now refers to another resource', () => {
    const [lost] = lostEntries(former, of(bucket('b'), bucket('a', { id: 'a-2' })))
    expect(lost?.obstacle).toContain('a-2')
  })
  describe('with the type and ID of a resource in another region', () => {
    const AWS = 'pulumi:providers:aws'
    const region = (name: string, at: string, id = name) => bucket(name, { type: AWS, id, inputs: { region: at } })
    const table = (name: string, of: string, id = of) =>
      bucket(name, { type: 'aws:dynamodb/table:Table', id: 'orders', provider: `${urn(of, AWS)}::${id}` })
    const [eu, us] = [region('eu', 'eu-west-1'), region('us', 'us-east-1')]
    const obstacles = (before: Resource[], now: Resource[]) =>
      lostEntries(of(...before), of(...now)).map(({ resource, obstacle }) => [names([resource])[0], obstacle])

    it('are listed, whether or not that was in the state before', () => {
      expect(obstacles([eu, us, table('a', 'eu'), table('b', 'us')], [eu, us, table('a', 'eu')])).toEqual([['b', null]])
      expect(obstacles([eu, us, table('b', 'us')], [eu, us, table('a', 'eu')])).toEqual([['b', null]])
    })
    it('exclude one that has another name, of its provider or one for the same place', () => {
      expect(obstacles([eu, us, table('b', 'us')], [eu, us, table('c', 'us')])).toEqual([])
      const next = region('us', 'us-east-1', '2')
      expect(obstacles([us, table('b', 'us')], [next, table('c', 'us', '2')]).map(([name]) => name)).toEqual(['us'])
    })
    it('cannot be restored if it may be the same one: its provider is another one with another configuration', () => {
      const now = [region('main', 'eu-west-1'), table('c', 'main')]
      expect(obstacles([us, table('b', 'us')], now)).toEqual([
        ['us', null],
        ['b', expect.stringContaining('c has its type and ID, and may be the same resource')],
      ])
      const { added } = restoreEntries(of(us, table('b', 'us')), of(...now), every(2))
      expect(names(added)).toEqual(['us'])
    })
  })
  it('exclude a component that is present', () => {
    const component = { urn: urn('c', 'acme:app:C'), type: 'acme:app:C' }
    expect(lostEntries(of(component), of({ ...component, outputs: { a: 1 } }))).toEqual([])
  })
})

describe('restored entries', () => {
  it('return to their old place, among kept and new entries', () => {
    const former = of(bucket('a'), bucket('b'), bucket('c'), bucket('d'))
    const later = of(bucket('b'), bucket('new'), bucket('d'))
    const { resources, added } = restoreEntries(former, later, every(4))
    expect(names(resources)).toEqual(['a', 'b', 'c', 'new', 'd'])
    expect(names(added)).toEqual(['a', 'c'])
  })

  it('bring their references with them, however far away, and nothing else', () => {
    const former = of(
      bucket('provider', { type: 'pulumi:providers:aws', urn: urn('p', 'pulumi:providers:aws'), id: '1' }),
      bucket('parent', { provider: `${urn('p', 'pulumi:providers:aws')}::1` }),
      bucket('other'),
      bucket('child', { parent: urn('parent') }),
    )
    const { resources } = restoreEntries(former, of(), new Set([3]))
    expect(names(resources)).toEqual(['p', 'parent', 'child'])
    expect(verify({ resources })).toEqual([])
  })

  it('come after the entries they refer to when those moved down', () => {
    const former = of(bucket('a'), bucket('b', { dependencies: [urn('a')] }))
    const later = of(bucket('x'), bucket('y'), bucket('a'))
    expect(names(restoreEntries(former, later, every(2)).resources)).toEqual(['x', 'y', 'a', 'b'])
  })

  it('leave out those whose resource another entry now tracks', () => {
    const former = of(bucket('a'), bucket('b'))
    const later = of(bucket('a', { id: 'a-2' }))
    expect(restoreEntries(former, later, every(2)).resources).toEqual([...later.resources, bucket('b')])
  })

  it('give present entries back the references that a refresh removed', () => {
    const child = bucket('child', { parent: urn('a'), dependencies: [urn('a'), urn('b')], protect: true })
    const former = of(bucket('a'), bucket('b'), child)
    const later = of(...pruneAfterRefresh([bucket('b'), child]))
    expect(later.resources[1]).toEqual(bucket('child', { dependencies: [urn('b')], protect: true }))
    const { resources, changed } = restoreEntries(former, later, every(3))
    expect(resources).toEqual(former.resources)
    expect(changed.map(({ after }) => after.urn)).toEqual([child.urn])
  })
})

const own = { project: 'shop', stack: 'prod' }

describe('for any valid state', () => {
  const cases = Array.from({ length: 60 }, (_, seed) => seed)

  it.each(cases)('seed %d: restoring the entries lost in a refresh results in the same state', (seed) => {
    const random = seeded(seed)
    const { deployment } = randomState(random, 40)
    const former = deployment.resources ?? []
    const later = pruneAfterRefresh(former.filter((entry) => entry.delete || random(100) < 60))
    const lost = lostEntries(deployment, { resources: later })
    const { resources, added } = restoreEntries(deployment, { resources: later }, new Set(lost.map(({ at }) => at)))
    expect(added).toHaveLength(former.length - later.length)
    expect(resources.map(entryKey)).toEqual(former.map(entryKey))
    expect(verify({ ...deployment, resources })).toEqual([])
    const cut = later.filter((entry, at) => !former.includes(entry) && at >= 0).map(entryKey)
    const whole = new Map(former.map((entry) => [entryKey(entry), entry]))
    // A view's link is not a reference that a refresh removes; all removed ones are restored, and the rest is
    // unchanged.
    const isWhole = (entry: (typeof resources)[number]) => {
      const before = whole.get(entryKey(entry))
      return cut.includes(entryKey(entry))
        ? sameJson(entry.dependencies ?? [], before?.dependencies ?? [])
        : entry === before
    }
    expect(resources.filter((entry) => !isWhole(entry))).toEqual([])
  })

  it.each(cases)(
    'seed %d: an alarm counts the entries a refresh lost; a new order, renames and deletes raise none',
    (seed) => {
      const random = seeded(seed)
      const { deployment } = randomState(random, 40)
      const base = deployment.resources ?? []
      const isManaged = (entry: Resource) =>
        entry.custom === true &&
        !entry.delete &&
        !entry.pendingReplacement &&
        !entry.viewOf &&
        entry.id &&
        !entry.type.startsWith('pulumi:providers')
      const managed = base.filter(isManaged)
      const gone = managed.filter(() => random(100) < 30)
      const rest = base.filter((entry) => !gone.includes(entry))
      const facts = { deleted: new Set<string>(), gone: new Set<string>(), moved: new Set<string>(), isKnown: true }
      const loss = (steps: typeof facts, result: Resource[]) =>
        alarmsOf({ base: deployment, result: { resources: result }, steps, own, isOnPurpose: false }).filter(
          ({ kind }) => kind === 'massLoss' || kind === 'silentLoss',
        )
      const keys = new Set(gone.map(entryKey))
      const isMany = gone.length > Math.max(3, managed.length * 0.2)
      const alarms = loss({ ...facts, gone: keys }, rest).map(({ kind, entries }) => [kind, entries.length])
      expect(alarms).toEqual(isMany ? [['massLoss', gone.length]] : [])
      expect(loss({ ...facts, deleted: keys }, rest)).toEqual([])
      expect(loss(facts, base.toReversed())).toEqual([])
      expect(
        loss(
          facts,
          base.map((entry) => ({ ...entry, urn: `${entry.urn}-renamed` })),
        ),
      ).toEqual([])
      expect(loss(facts, rest).flatMap(({ entries }) => entries)).toHaveLength(gone.length)
    },
  )
})
