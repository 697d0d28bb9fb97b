import { describe, expect, it } from 'vitest'
import { GRAPH_FLAG } from '#contract/resources.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { lossOverlay } from './ofLosses.ts'
import { diffOverlay } from './ofDiff.ts'
import { durationOverlay } from './ofDurations.ts'
import { providerOverlay, typeOverlay } from './ofKinds.ts'
import { ageOverlay, integrityOverlay, pendingOverlay } from './ofNotes.ts'
import { statusOverlay } from './ofStatus.ts'
import { copiesOf } from './copies.ts'
import { overlayCounts, type Overlay, wordOf } from './overlay.ts'

const urn = (name: string) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
const places = { count: 3, indexOf: (each: string) => ['a', 'b', 'c'].map(urn).indexOf(each) }
const marked = ({ of, classes }: Pick<Overlay, 'of' | 'classes'>) => Array.from(of, (place) => classes[place]?.id)
const type = 'aws:s3/bucket:Bucket'

it('the overlay of two versions marks differences and lists removed resources', () => {
  const overlay = diffOverlay(
    [
      { change: 'changed', urn: urn('a'), type },
      { change: 'removed', urn: urn('x'), type },
      { change: 'added', urn: urn('c'), type },
    ],
    places,
  )
  expect(marked(overlay)).toEqual(['changed', undefined, 'added'])
  expect(overlay.absent.map((each) => each.urn)).toEqual([urn('x')])
})

it('the overlay of pending operations marks those of live entries and lists creates', () => {
  const row = { index: 0, name: '', resourceType: type, isLive: true, names: [] }
  const overlay = pendingOverlay(
    [
      { ...row, type: 'updating', urn: urn('b') },
      { ...row, type: 'creating', urn: urn('new') },
      { ...row, type: 'a word of tomorrow', urn: urn('c') },
    ],
    places,
  )
  expect(marked(overlay)).toEqual([undefined, 'updating', 'other'])
  expect(overlay.absent).toMatchObject([{ urn: urn('new'), of: 0 }])
})

it('the overlay of alarms shows the more serious of two, and counts those that it does not list', () => {
  const entry = (name: string) => ({ urn: urn(name), type, id: '', why: '' })
  const overlay = lossOverlay(
    [
      { kind: 'sameId', entries: [entry('a'), entry('b')], count: 2 },
      { kind: 'massLoss', entries: [entry('b'), entry('gone')], count: 40 },
    ],
    places,
  )
  expect(marked(overlay)).toEqual(['sameId', 'massLoss', undefined])
  expect(overlay.unlisted).toBe(38)
})

it('the overlays of status and integrity show the most serious problem', () => {
  const { protect, missing, duplicate, custom, pending } = GRAPH_FLAG
  const flags = [custom, custom | protect | duplicate | missing, protect, pending | protect]
  const nowhere = { count: 4, indexOf: () => -1 }
  expect(marked(statusOverlay(flags, nowhere))).toEqual([undefined, 'missing', 'protect', 'pending'])
  const provider = `urn:pulumi:prod::shop::pulumi:providers:aws::eu::7d2b5b6e-3f0a-4c8e-9f61-0d2c6a4e1b11`
  const overlay = integrityOverlay(flags, [
    { from: 1, kind: 'dependency', urn: urn('gone') },
    { from: 1, kind: 'provider', urn: provider },
    { from: 1, kind: 'provider', urn: 'urn:pulumi:prod::shop::pulumi:providers:aws::us::id-1' },
    { from: 1, kind: 'provider', urn: 'nonsense' },
  ])
  expect(marked(overlay)).toEqual([undefined, 'missing', undefined, undefined])
  expect(overlay.missing?.get(1)).toEqual(['gone', 'eu', 'us', 'nonsense'])
  expect(overlay.classes[0]?.words(1), 'each is an error of the state').toBe('1 resource with 4 broken references')
  const orphans = [0, 2].map((from) => ({ from, kind: 'parent' as const, urn: urn('gone') }))
  const [broken] = integrityOverlay([missing, custom, missing], orphans).classes
  expect(broken?.words(2), 'all need the same').toBe('2 resources need “gone”, which is missing')
  expect(broken?.words(1), 'some of them').toBe('1 resource with broken references')
})

it('integrity problems have words for several resources, and shorter ones for a single resource', () => {
  expect(integrityOverlay([]).classes.map((each) => [each.words(4), wordOf(each)])).toEqual([
    ['4 resources with broken references', 'broken'],
    ['4 resources with a duplicate URN', 'duplicate URN'],
    ['4 in a cycle', 'in a cycle'],
    ['4 out of order', 'out of order'],
  ])
})

it('the overlay of status shows what failed in the last update, what it is running, and what is in an open alarm', () => {
  const { custom, pending, protect } = GRAPH_FLAG
  const flags = [custom | protect, pending, custom]
  const failed = { status: 'failed' as const, failed: [urn('a'), urn('new')], failedCount: 5, running: [] }
  const alarms = [{ kind: 'massLoss', entries: [{ urn: urn('gone'), type }], count: 3 }] as const
  const overlay = statusOverlay(flags, places, { run: failed, alarms })
  expect(marked(overlay)).toEqual(['failed', 'pending', undefined])
  expect(overlay.notes?.get(0)).toBe('failed')
  expect(overlay.absent.map((each) => overlay.classes[each.of]?.id)).toEqual(['failed', 'alarm'])
  expect(overlay.unlisted).toBe(5)
  const creating = { type: 'creating', urn: urn('new'), name: 'new', resourceType: type, since: null }
  const running = statusOverlay(flags, places, {
    run: { status: 'running', failed: [urn('c')], failedCount: 1, running: [creating] },
  })
  expect(marked(running)).toEqual(['protect', 'pending', 'failed'])
  expect(running.notes?.get(1)).toBe('running')
  expect(running.absent.map(({ of }) => running.classes[of]?.words(2))).toEqual(['2 running'])
})

it('the overlay of status has creates that were interrupted, unless they are in the state', () => {
  const row = { index: 0, name: '', resourceType: type, isLive: true, names: [] }
  const pending = [
    { ...row, type: 'creating', urn: urn('new') },
    { ...row, type: 'creating', urn: urn('a') },
    { ...row, type: 'deleting', urn: urn('gone') },
  ]
  const { custom } = GRAPH_FLAG
  const overlay = statusOverlay([custom, custom, custom], places, { pending })
  expect(marked(overlay)).toEqual([undefined, undefined, undefined])
  expect(overlay.absent.map((each) => [each.urn, overlay.classes[each.of]?.words(2)])).toEqual([
    [urn('new'), '2 creates with an unknown outcome'],
  ])
})

it('the overlay of ages shows the last change, and has a class for resources without a date', () => {
  const [now, day] = [1_000 * 86_400, 86_400]
  const at = [now - 5, now - 3 * day, now - 20 * day, now - 200 * day, now - 900 * day, -1, now + 60]
  expect(marked(ageOverlay(at, now))).toEqual(['day', 'week', 'month', 'year', 'older', 'undated', 'day'])
})

it('the overlay of durations adds up all steps of a resource, and omits unchanged ones', () => {
  const overlay = durationOverlay(
    [
      { urn: urn('a'), op: 'create-replacement', begin: 0, end: 8_000 },
      { urn: urn('a'), op: 'delete-replaced', begin: 9_000, end: 16_000 },
      { urn: urn('b'), op: 'same', begin: 0, end: 90_000 },
      { urn: urn('c'), op: 'update', begin: 0, end: null },
      { urn: urn('x'), op: 'delete', begin: 0, end: 700_000 },
    ],
    places,
  )
  expect(marked(overlay)).toEqual(['10s', undefined, undefined])
  expect(overlay.notes?.get(0)).toBe('15s')
  expect(overlay.absent.map((each) => overlay.classes[each.of]?.id)).toEqual(['10m'])
})

describe('the overlays of types and providers', () => {
  const graph = generateGraph('aws', 500)

  it('count every resource once, and have a different sign for each class', () => {
    const overlay = typeOverlay(graph)
    expect(overlayCounts(overlay).reduce((sum, count) => sum + count, 0)).toBe(500)
    expect(new Set(overlay.classes.map(({ sign }) => sign)).size).toBe(overlay.classes.length)
    expect(overlay.classes.length).toBe(7)
  })

  it('tell kinds of the same name apart by their module', () => {
    const types = ['aws:sqs/queue:Queue', 'shop:platform:queue', 'cloud:queue:Queue', 'aws:s3/bucket:Bucket']
    const overlay = typeOverlay({ ...graph, types, type: [0, 0, 1, 2, 3] })
    const words = overlay.classes.map((each) => each.words(2))
    expect(words).toEqual(['2 sqs queues', '2 platform queues', '2 cloud queues', '2 buckets'])
  })

  it('omit resources without a provider', () => {
    const overlay = providerOverlay(graph)
    expect(overlayCounts(overlay)).toEqual([graph.provider.filter((place) => place >= 0).length])
    expect(overlay.classes.map(wordOf)).toEqual(['aws · default'])
  })
})

it('entries with one URN are numbered in the order of the state, others are not', () => {
  const { duplicate, missing } = GRAPH_FLAG
  const names = ['a', 'b', 'a', 'c', 'c', 'odd']
  const flags = [duplicate, 0, duplicate, missing, duplicate, duplicate]
  const urns = { urnPrefix: 'urn:pulumi:prod::shop::', qualifiedTypes: [type], oddUrns: { 4: 'urn:odd', 5: 'urn:odd' } }
  const copies = copiesOf({ flags, names, qualified: [0, 0, 0, 0, 0, 0], ...urns })
  expect([...copies]).toEqual([
    [0, '1 of 2'],
    [2, '2 of 2'],
    [4, '1 of 2'],
    [5, '2 of 2'],
  ])
})
