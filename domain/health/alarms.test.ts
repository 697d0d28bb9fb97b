import { describe, expect, it } from 'vitest'
import { BUCKET as TYPE, sampleEntries } from '#testing/samples/sampleEntries.ts'
import { alarmsOf, alarmWords, isOver, reportedBy } from './alarms.ts'
import type { Resource } from '../state/checkpoint.ts'
import { entryKey, type StepFacts } from '../journal/stepFacts.ts'

const { urn, entry: bucket } = sampleEntries({ idOf: (name) => `${name}-1` })
const own = { project: 'shop', stack: 'prod' }
const buckets = (count: number) => Array.from({ length: count }, (_, n) => bucket(`b${n}`))
const steps = (of: Partial<StepFacts> = {}): StepFacts => ({
  deleted: new Set(),
  gone: new Set(),
  moved: new Set(),
  isKnown: true,
  ...of,
})
const all = (resources: Resource[]) => new Set(resources.map(entryKey))
const alarms = (base: Resource[], result: Resource[], facts: StepFacts = steps(), isOnPurpose = false) =>
  alarmsOf({ own, base: { resources: base }, result: { resources: result }, steps: facts, isOnPurpose }).map(
    ({ kind, entries, total }) => ({ kind, count: entries.length, total }),
  )

describe('a refresh that removes entries', () => {
  it.each([
    [40, 8, []],
    [40, 9, [{ kind: 'massLoss', count: 9, total: 40 }]],
    [10, 3, []],
    [10, 4, [{ kind: 'massLoss', count: 4, total: 10 }]],
    [4, 4, [{ kind: 'massLoss', count: 4, total: 4 }]],
    [3, 3, []],
  ])('with %d resources raises an alarm only for too many lost ones: %d', (count, lost, expected) => {
    const base = buckets(count)
    expect(alarms(base, base.slice(lost), steps({ gone: all(base.slice(0, lost)) }))).toEqual(expected)
  })

  it('raises no alarm when each delete was carried out', () => {
    const base = buckets(20)
    expect(alarms(base, [], steps({ deleted: all(base) }))).toEqual([])
  })

  it('counts only provider resources, both in the lost ones and in the total', () => {
    const base = [
      ...buckets(20),
      ...Array.from({ length: 30 }, (_, n) => bucket(`read${n}`, { external: true })),
      ...Array.from({ length: 30 }, (_, n) => ({ urn: urn(`c${n}`, 'acme:app:Service'), type: 'acme:app:Service' })),
    ]
    expect(alarms(base, base.slice(5, 20), steps({ gone: all(base.slice(0, 5)) }))).toEqual([
      { kind: 'massLoss', count: 5, total: 20 },
    ])
  })

  it('raises an alarm that explains why each entry is missing', () => {
    const base = buckets(5)
    const [alarm] = alarmsOf({
      own,
      base: { resources: base },
      result: {},
      steps: steps({ gone: all(base.slice(1)) }),
      isOnPurpose: false,
    })
    expect(alarm?.entries.map(({ why }) => /refresh/.test(why))).toEqual([false, true, true, true, true])
  })
})

describe('a resource that left the state without a step', () => {
  const base = [bucket('a'), bucket('b')]
  it('raises an alarm, even for a single resource', () => {
    expect(alarms(base, [bucket('b')])).toEqual([{ kind: 'silentLoss', count: 1, total: 2 }])
  })
  it.each([
    ['deleted', steps({ deleted: all([bucket('a')]) }), [bucket('b')]],
    ['found gone by a refresh', steps({ gone: all([bucket('a')]) }), [bucket('b')]],
    ['renamed by an alias', steps(), [bucket('b'), bucket('z', { id: 'a-1' })]],
    ['given another type by an alias', steps({ moved: all([bucket('a')]) }), [bucket('b')]],
    ['pending deletion', steps(), [bucket('b'), bucket('a', { delete: true }), bucket('a', { id: 'a-2' })]],
    ['possibly deleted, when the steps are unknown', steps({ isKnown: false }), [bucket('b')]],
  ])('raises no alarm when it was %s', (_, facts, result) => {
    expect(alarms(base, result, facts)).toEqual([])
  })
  it.each([
    ['an import or a recovery, which are intended', bucket('a'), true],
    ['the second half of a replacement, which was deleted before', bucket('a', { pendingReplacement: true }), false],
    ['an external resource', bucket('a', { external: true }), false],
    ['a provider', bucket('a', { type: 'pulumi:providers:aws' }), false],
    ['a view of another resource', bucket('a', { viewOf: urn('b') }), false],
  ])('raises no alarm for %s', (_, lost, isOnPurpose) => {
    expect(alarms([lost, bucket('b')], [bucket('b')], steps(), isOnPurpose)).toEqual([])
  })
  it('raises an alarm when another resource took its URN', () => {
    expect(alarms(base, [bucket('a', { id: 'a-9' }), bucket('b')])).toEqual([
      { kind: 'silentLoss', count: 1, total: 2 },
    ])
  })
  it('raises an alarm when only a resource of another type has its ID', () => {
    const policy = bucket('p', { type: 'aws:s3/bucketPolicy:BucketPolicy', id: 'a-1' })
    expect(alarms([...base, policy], [bucket('b'), policy])).toEqual([{ kind: 'silentLoss', count: 1, total: 3 }])
  })
})

describe('resources with one type and ID in two regions', () => {
  const AWS = 'pulumi:providers:aws'
  const region = (name: string, inputs: Record<string, unknown>) => bucket(name, { type: AWS, inputs, id: name })
  const logs = (name: string, of: string, id: string): Resource =>
    bucket(name, { type: 'aws:cloudwatch/logGroup:LogGroup', id, provider: `${urn(of, AWS)}::${of}` })
  const providers = [region('eu', { region: 'eu-west-1' }), region('us', { region: 'us-east-1' })]
  const pairs = ['a', 'b', 'c', 'd', 'e'].map((id) => [logs(`eu-${id}`, 'eu', id), logs(`us-${id}`, 'us', id)] as const)
  const base = [...providers, ...pairs.flat()]
  const lost = pairs.map(([, us]) => us)
  const left = base.filter((entry) => !lost.includes(entry))

  it('raise an alarm when a refresh does not find those of one region', () => {
    expect(alarms(base, left, steps({ gone: all(lost) }))).toEqual([{ kind: 'massLoss', count: 5, total: 10 }])
    const withoutProvider = left.filter(({ id }) => id !== 'us')
    expect(alarms(base, withoutProvider, steps({ gone: all(lost) }))).toEqual([
      { kind: 'massLoss', count: 5, total: 10 },
    ])
    expect(alarms(base, base.slice(0, -1))).toEqual([{ kind: 'silentLoss', count: 1, total: 10 }])
  })

  it('raise none when those of one region have other names', () => {
    const renamed = lost.map((entry) => ({ ...entry, urn: `${entry.urn}-new` }))
    expect(alarms(base, [...left, ...renamed])).toEqual([])
  })

  it('end the alarm when those of the region are back, not because of those of the other one', () => {
    const [alarm] = alarmsOf({
      own,
      base: { resources: base },
      result: { resources: left },
      steps: steps({ gone: all(lost) }),
      isOnPurpose: false,
    })
    expect(isOver(alarm!, { resources: left }, own)).toBe(false)
    expect(isOver(alarm!, { resources: base }, own)).toBe(true)
  })

  it('end the alarm about one without an equal in the other region only in its own one', () => {
    const [, single] = pairs[0]!
    const [alarm] = alarmsOf({
      own,
      base: { resources: [...providers, single] },
      result: { resources: providers },
      steps: steps(),
      isOnPurpose: false,
    })
    const isOverWith = (...entries: Resource[]) => isOver(alarm!, { resources: entries }, own)
    expect(isOverWith(...providers, logs('other', 'eu', 'a'))).toBe(false)
    expect(isOverWith(...providers, logs('other', 'us', 'a'))).toBe(true)
    // The program has the region changed, and an update created it there.
    expect(isOverWith(...providers, logs('us-a', 'eu', 'a'))).toBe(false)
    expect(isOverWith(...providers, logs('us-a', 'us', 'a'))).toBe(true)
    const upgraded = region('us-2', { region: 'us-east-1' })
    expect(isOverWith(upgraded, logs('us-a', 'us-2', 'a'))).toBe(true)
    expect(isOverWith(upgraded, logs('other', 'us-2', 'a'))).toBe(false)
  })
})

it('a password in the state only that is lost beside another one raises an alarm, which the other does not end', () => {
  const password = (name: string) =>
    bucket(name, { type: 'random:index/randomPassword:RandomPassword', id: 'none', provider: '' })
  const [alarm] = alarmsOf({
    own,
    base: { resources: [password('a'), password('b')] },
    result: { resources: [password('a')] },
    steps: steps(),
    isOnPurpose: false,
  })
  expect(alarm).toMatchObject({ kind: 'silentLoss', entries: [{ urn: password('b').urn }] })
  expect(isOver(alarm!, { resources: [password('a')] }, own)).toBe(false)
})

describe('one ID under two URNs', () => {
  const twin = (more: Partial<Resource> = {}, other: Partial<Resource> = {}) =>
    alarms(
      [],
      [bucket('a', { id: 'same-bucket', ...more }), bucket('b', { id: 'same-bucket', ...more, ...other })],
      steps(),
      true,
    )
  const raised = [{ kind: 'sameId', count: 2, total: 2 }]

  it('raises an alarm, regardless of the writer', () => expect(twin()).toEqual(raised))
  it('is reported once, not after every update', () => {
    const state = [bucket('a', { id: 'same-bucket' }), bucket('b', { id: 'same-bucket' })]
    expect(alarms(state, state)).toEqual([])
    expect(alarms(state, [...state, bucket('c', { id: 'same-bucket' })])).toEqual([
      { kind: 'sameId', count: 3, total: 3 },
    ])
  })
  it.each([
    ['types differ, as a bucket and its policy do', {}, { type: 'aws:s3/bucketPolicy:BucketPolicy' }],
    ['one is external', {}, { external: true }],
    ['the ID is not specific', { id: 'none' }, {}],
    ['the ID is a creation time', { id: '2026-01-05 06:00:00 +0000 UTC' }, {}],
    ['the resource exists in the state only', { type: 'random:index/randomInteger:RandomInteger' }, {}],
    ['exact names differ', { outputs: { arn: 'arn:a' } }, { outputs: { arn: 'arn:b' } }],
    ['the ID is unique only within a container', { inputs: { function: 'f' } }, { inputs: { function: 'g' } }],
    [
      'providers differ',
      { provider: `${urn('p1', 'pulumi:providers:aws')}::1` },
      { provider: `${urn('p2', 'pulumi:providers:aws')}::2` },
    ],
  ])('raises no alarm when %s', (_, more, other) => expect(twin(more, other)).toEqual([]))
  it('raises the alarm of an old entry when one is pending deletion: its delete would hit the live one', () =>
    expect(twin({}, { delete: true })).toEqual([{ kind: 'oldTwin', count: 1, total: 1 }]))
  it('raises an alarm when exact names match, whatever else differs', () => {
    const arn = { outputs: { arn: 'arn:a' } }
    expect(twin({ ...arn, inputs: { name: 'x' } }, { inputs: { name: 'y' } })).toEqual(raised)
  })

  const provider = (name: string, inputs: Record<string, unknown>) =>
    bucket(name, { type: 'pulumi:providers:aws', id: name, inputs })
  const by = (name: string) => `${urn(name, 'pulumi:providers:aws')}::${name}`
  it.each([
    ['version', { region: 'eu', version: '1' }, { region: 'eu', version: '2' }, 1],
    ['region', { region: 'eu' }, { region: 'us' }, 0],
  ])('is compared across providers that differ by %s', (_, one, other, count) => {
    const result = [
      provider('p1', one),
      provider('p2', other),
      bucket('a', { id: 'same-bucket', provider: by('p1') }),
      bucket('b', { id: 'same-bucket', provider: by('p2') }),
    ]
    expect(alarms([], result)).toHaveLength(count)
  })
})

describe('names of another stack in the URNs', () => {
  const foreign = (name: string) => bucket(name, { urn: urn(name).replace('::shop::', '::store::') })
  const raised = [{ kind: 'otherNames', count: 2, total: 3 }]

  it('raise an alarm, also if a user put them there: the next update would delete these resources', () => {
    const result = [bucket('a'), foreign('b'), foreign('c')]
    expect(alarms([bucket('a')], result)).toEqual(raised)
    expect(alarms([bucket('a')], result, steps(), true)).toEqual(raised)
  })
  it('raise none again while no more are added', () => {
    const base = [bucket('a'), foreign('b'), foreign('c')]
    expect(alarms(base, base)).toEqual([])
    expect(alarms(base, base.slice(0, 2), steps({ deleted: all(base.slice(2)) }))).toEqual([])
  })
  it('are none in a stack that has no project', () => {
    const input = { base: {}, result: { resources: [foreign('b')] }, steps: steps(), isOnPurpose: true }
    expect(alarmsOf({ ...input, own: { project: '-', stack: 'prod' } })).toEqual([])
    expect(alarmsOf({ ...input, own: { project: '-', stack: 'dev' } })).toHaveLength(1)
  })
  it('are over when no URN has them, or the stack has their names', () => {
    const alarm = { kind: 'otherNames' as const, entries: [] }
    const resources = [bucket('a'), foreign('b')]
    expect(isOver(alarm, { resources }, own)).toBe(false)
    expect(isOver(alarm, { resources: resources.slice(0, 1) }, own)).toBe(true)
    expect(isOver(alarm, { resources: resources.slice(1) }, { project: 'store', stack: 'prod' })).toBe(true)
  })
  it('are named in its words', () => {
    const entries = [foreign('b')]
    const { title } = alarmWords({ kind: 'otherNames', count: 2, version: 2, baseVersion: 1, entries })
    expect(title).toBe('The next update would delete 2 resources, whose URNs name store/prod')
    const several = [...entries, bucket('c', { urn: urn('c').replace(':prod::', ':dev::') })]
    const words = alarmWords({ kind: 'otherNames', count: 2, version: 2, baseVersion: 1, entries: several })
    expect(words.title).toBe('The next update would delete 2 resources, whose URNs name other stacks')
  })
})

describe('an alarm is resolved', () => {
  const entries = [bucket('a'), bucket('b')].map(({ urn: name, type, id = '' }) => ({
    urn: name,
    type,
    id,
    provider: '',
    why: '',
  }))
  it('when every lost resource is in the state again, under any name', () => {
    const loss = { kind: 'massLoss' as const, entries }
    expect(isOver(loss, { resources: [bucket('a')] }, own)).toBe(false)
    expect(isOver(loss, { resources: [bucket('a'), bucket('b', { delete: true })] }, own)).toBe(false)
    expect(isOver(loss, { resources: [bucket('a'), bucket('z', { id: 'b-1' })] }, own)).toBe(true)
  })
  it('when the stack has another name', () => {
    const renamed = [bucket('a'), bucket('b')].map((entry) => ({ ...entry, urn: entry.urn.replace('prod', 'next') }))
    const shared = entries.map(({ provider: _shared, ...entry }) => entry)
    expect(isOver({ kind: 'massLoss', entries: shared }, { resources: renamed }, own)).toBe(true)
    expect(isOver({ kind: 'massLoss', entries: shared }, { resources: renamed.slice(1) }, own)).toBe(false)
  })
  it('after a rename of the stack only when what it reported is over', () => {
    const renamed = (entry: Resource): Resource => ({ ...entry, urn: entry.urn.replace(':prod::', ':next::') })
    const [a, b] = [bucket('a', { id: 'same-bucket' }), bucket('b', { id: 'same-bucket' })]
    const reported = [a, b].map(({ urn: name, type, id = '' }) => ({ urn: name, type, id, why: '' }))
    const names = { project: 'shop', stack: 'next' }
    const duplicate = { kind: 'sameId' as const, entries: reported }
    expect(isOver(duplicate, { resources: [renamed(a), renamed(b)] }, names)).toBe(false)
    expect(isOver(duplicate, { resources: [renamed(a)] }, names)).toBe(true)
    const twin = { kind: 'oldTwin' as const, entries: reported.slice(0, 1) }
    const old = bucket('a', { id: 'same-bucket', delete: true })
    expect(isOver(twin, { resources: [renamed(a), renamed(old)] }, names)).toBe(false)
    expect(isOver(twin, { resources: [renamed(a)] }, names)).toBe(true)
  })
  it('when no old entry has the ID of the live one', () => {
    const twin = { kind: 'oldTwin' as const, entries: entries.slice(0, 1) }
    const old = bucket('a', { delete: true })
    expect(isOver(twin, { resources: [bucket('a'), old] }, own)).toBe(false)
    expect(isOver(twin, { resources: [bucket('a'), bucket('b'), bucket('b', { delete: true })] }, own)).toBe(true)
    expect(isOver(twin, { resources: [bucket('a')] }, own)).toBe(true)
  })
  it('when only one entry refers to the resource', () => {
    const twins = { kind: 'sameId' as const, entries: entries.map((entry) => ({ ...entry, id: 'x' })) }
    const [a, b] = [bucket('a', { id: 'x' }), bucket('b', { id: 'x' })]
    expect(isOver(twins, { resources: [a, b] }, own)).toBe(false)
    expect(isOver(twins, { resources: [a] }, own)).toBe(true)
    expect(isOver(twins, { resources: [a, bucket('b', { id: 'x', delete: true })] }, own)).toBe(true)
  })
})

describe('an old entry with the ID of its live twin', () => {
  const twins = [bucket('a'), bucket('a', { delete: true })]

  it('raises an alarm with the live entry, once, also after an import', () => {
    const expected = [{ kind: 'oldTwin', count: 1, total: 1 }]
    expect(alarms([bucket('a')], twins)).toEqual(expected)
    expect(alarms([bucket('a')], twins, steps(), true)).toEqual(expected)
    expect(alarms(twins, [...twins, bucket('b')])).toEqual([])
  })

  it('is no lost or duplicate entry for the recoveries', () => {
    const open = { id: '1', at: 1, kind: 'oldTwin' as const, count: 1, version: 2, baseVersion: 1, entries: [] }
    expect(reportedBy([open])).toEqual({ losses: [], duplicates: [] })
  })
})

it.each([
  ['oldTwin', 2, 'The next update would delete 2 live resources', /Don’t run pulumi up or pulumi destroy/],
  ['massLoss', 1, '1 resource disappeared from the state in version 2', /the resource still exists, it keeps running/],
  [
    'massLoss',
    21,
    '21 resources disappeared from the state in version 2',
    /the resources still exist, they keep running/,
  ],
  [
    'sameId',
    1,
    'Version 2 tracks one resource under several names',
    /^1 resource in the state has the same type and ID/,
  ],
  [
    'sameId',
    2,
    'Version 2 tracks one resource under several names',
    /^2 resources in the state have the same type and ID/,
  ],
] as const)('uses the right plural: %s of %d', (kind, count, title, explanation) => {
  const words = alarmWords({ kind, count, version: 2, baseVersion: 1, entries: [{ urn: urn('a') }] })
  expect(words.title).toBe(title)
  expect(words.explanation).toMatch(explanation)
})

it.each([
  [1, 'The next update would delete main-logs'],
  [2, 'The next update would delete 2 live resources'],
])('names the resource that the next update would delete: %d', (count, title) => {
  const entries = [{ urn: urn('main-logs') }]
  expect(alarmWords({ kind: 'oldTwin', count, version: 2, baseVersion: 1, entries }).title).toBe(title)
})

it('reports losses and duplicates to the recoveries apart, with their texts', () => {
  const of = (id: string, kind: 'massLoss' | 'silentLoss' | 'sameId') => {
    const entry = { urn: urn(id), type: TYPE, id, why: '' }
    return { id, kind, at: 1, version: 2, baseVersion: 1, count: 1, entries: [entry] }
  }
  const { losses, duplicates } = reportedBy([of('a', 'massLoss'), of('b', 'sameId'), of('c', 'silentLoss')])
  expect(losses.map(({ id, baseVersion }) => [id, baseVersion])).toEqual([
    ['a', 1],
    ['c', 1],
  ])
  expect(losses[0]?.title).toBe('1 resource disappeared from the state in version 2')
  expect(duplicates.map(({ id, entries }) => [id, entries[0]?.id])).toEqual([['b', 'b']])
})
