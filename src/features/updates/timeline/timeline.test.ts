import { describe, expect, it } from 'vitest'
import { sampleCourse, sampleStep } from '#testing/samples/sampleRun.ts'
import type { Course, Step } from '#domain/timeline/course.ts'
import { atOnce } from '#domain/inPieces.ts'
import { rangeStats } from '#domain/timeline/range.ts'
import { concurrency, hasWork, latestOf, preparing, rowsShown, spansOf } from './analysis.ts'
import { barLook, labelPlace, standingOf } from './bars.ts'
import { courseOf } from './course.ts'
import { keyAction } from './chart/timelineKeys.ts'
import { inTurns } from './usePrepared.ts'
import { clamped, panned, placed, type Span, ticks, zoomed } from './view.ts'
import { instantText, spanText, stepsWords, stepWords, tickText, waitWords } from './words.ts'

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const step = (name: string, begin: number | null, end: number | null, rest: Partial<Step> = {}) =>
  sampleStep(urn(name), [begin, end], rest)
const course = (steps: Step[], rest: Partial<Course> = {}) => sampleCourse(steps, { from: 1000, to: 11_000, ...rest })
const NONE = { find: '', unchanged: false, folded: new Set<string>() }

it('a timeline is decoded as it was sent', () => {
  const read = courseOf({
    source: 'journal',
    precisionMs: 50,
    from: 1000,
    to: null,
    parallel: null,
    journalPeriodMs: 50,
    saves: { count: 3, ms: 40 },
    batches: { at: [5], entries: [2] },
    urns: [urn('a'), urn('b')],
    steps: [
      { urn: 1, op: 'create', begin: 5, end: null, outcome: 'open', custom: true, parent: -1, provider: 0, after: [0] },
    ],
  })
  expect(read.saves).toEqual({ count: 3, ms: 40 })
  expect(read.batches).toEqual([{ at: 1005, entries: 2 }])
  expect(read.steps).toEqual([step('b', 1005, null, { provider: urn('a'), after: [urn('a')] })])
})

describe('the visible rows', () => {
  const group = step('group', 0, 1, { op: 'same', custom: false })
  const of = course([
    group,
    step('inner', 1, 2, { parent: urn('group') }),
    step('idle', 1, 2, { op: 'same' }),
    step('last', 3, 4),
  ])
  const names = (filter: Partial<typeof NONE>) =>
    rowsShown(atOnce(preparing(of)), { ...NONE, ...filter }).map(({ name }) => name)

  it('are those with activity, and their components', () => {
    expect(names({})).toEqual(['group', 'inner', 'last'])
    expect(names({ unchanged: true })).toEqual(['group', 'inner', 'idle', 'last'])
  })
  it('are found by name, also in collapsed rows', () => {
    expect(names({ find: 'INN', folded: new Set([urn('group')]) })).toEqual(['group', 'inner'])
    expect(names({ folded: new Set([urn('group')]), unchanged: true })).toEqual(['group', 'idle', 'last'])
    expect(names({ find: 'nothing' })).toEqual([])
  })
  it('exclude the contents of collapsed components, at any depth', () => {
    const deep = course([
      step('outer', 0, 9, { custom: false }),
      step('inner', 1, 8, { custom: false, parent: urn('outer') }),
      step('leaf', 2, 3, { parent: urn('inner') }),
      step('beside', 4, 5, { parent: urn('outer') }),
      step('after', 6, 7),
    ])
    const of_ = (...folded: string[]) =>
      rowsShown(atOnce(preparing(deep)), { ...NONE, folded: new Set(folded.map(urn)) }).map(({ name }) => name)
    expect(of_('inner')).toEqual(['outer', 'inner', 'beside', 'after'])
    expect(of_('outer', 'inner')).toEqual(['outer', 'after'])
  })
  it('are empty for a run that changed nothing', () => {
    expect(hasWork(of)).toBe(true)
    expect(hasWork(course([group]))).toBe(false)
  })
})

it('concurrent steps are counted per slice of time: only those that run at once, not those in sequence', () => {
  const of = course(
    [step('a', 1000, 3500), step('b', 3000, null), step('c', null, 4), step('d', 3500, 3600), step('e', 1100, 1100)],
    { to: 5000 },
  )
  expect(concurrency(of, 5000, 4)).toEqual([1, 1, 2, 1])
  expect(latestOf(of)).toBe(3600)
  expect(spansOf(of)).toEqual(
    new Map([
      [urn('a'), 2500],
      [urn('d'), 100],
      [urn('e'), 0],
    ]),
  )
})

describe('the bars', () => {
  it('tell a failed step from a delete, and a running one from one with an unknown outcome, by more than the colour', () => {
    const looks = [
      barLook('delete', 'done'),
      barLook('delete', 'failed'),
      barLook('create', 'running'),
      barLook('create', 'unknown'),
      barLook('create', 'done'),
    ]
    expect(new Set(looks).size).toBe(looks.length)
    expect(barLook('create', 'failed')).toContain('gradient')
    expect(barLook('delete', 'done')).not.toContain('gradient')
    expect(barLook('create', 'running')).not.toContain('gradient')
    expect(barLook('create', 'running')).toContain('bg-ok-subtle') // a full bar would look done
    expect(standingOf({ outcome: 'open' }, false)).toBe('running')
    expect(standingOf({ outcome: 'open' }, true)).toBe('unknown')
    expect(standingOf({ outcome: 'failed' }, true)).toBe('failed')
  })
  it('have their duration where there is room', () => {
    expect(labelPlace(0, 50)).toBe('after')
    expect(labelPlace(60, 39)).toBe('before')
    expect(labelPlace(5, 94)).toBe('on')
  })
})

it('the steps of a run are counted by what came of them, without the default providers that the engine does not count', () => {
  const provider = 'urn:pulumi:dev::shop::pulumi:providers:aws::default_6_72_0'
  const steps = [
    sampleStep(provider, [0, 1]),
    step('a', 0, 3),
    step('b', 2, 5, { outcome: 'failed' }),
    step('c', 0, 1, { op: 'same' }),
    step('d', 0, 1, { op: 'refresh' }),
    step('d', 0, 1, { op: 'approval' }),
    step('e', 2, null),
    step('group', 0, null, { custom: false, op: 'same' }),
  ]
  const words = '1 change, 1 %, 1 failed, 1 read and 2 unchanged; at most 4 at once (limit 8)'
  expect(stepsWords(course(steps, { from: 0, to: null }))).toBe(words.replace('%', 'in progress'))
  expect(stepsWords(course(steps, { from: 0, to: 9 }))).toBe(words.replace('%', 'with an unknown outcome'))
  expect(stepsWords(course([], { parallel: null }))).toBe('0 changes')
})

it('a range has the number, the mean and the longest of the steps that were in progress in it', () => {
  const of = course(
    [step('a', 1000, 3000), step('b', 2500, 9500, { outcome: 'failed' }), step('c', 9000, null), step('d', null, 9000)],
    { to: null },
  )
  const stats = (from: number, to: number) => rangeStats(of, [0, 1, 2, 3], { from, to }, 11_000)
  expect(stats(0, 1000)).toEqual({
    steps: [of.steps[0]],
    meanMs: 2000,
    longest: { step: 0, ms: 2000 },
    defaultProviders: 0,
  })
  expect(stats(1800, 7000)).toEqual({
    steps: of.steps.slice(0, 2),
    meanMs: 4500,
    longest: { step: 1, ms: 7000 },
    defaultProviders: 0,
  })
  // One of them has no end.
  expect(stats(8000, 9000)).toEqual({
    steps: of.steps.slice(1, 3),
    meanMs: null,
    longest: { step: 1, ms: 7000 },
    defaultProviders: 0,
  })
  expect(rangeStats(of, [0], { from: 5000, to: 9000 }, 11_000)).toEqual({
    steps: [],
    meanMs: null,
    longest: null,
    defaultProviders: 0,
  })
})

describe('the keys of the chart', () => {
  const pressed = (key: string, isShifted = false) => {
    const spans: Span[] = []
    const ignore = () => undefined
    keyAction(key, isShifted, {
      rows: [],
      place: -1,
      perPage: 10,
      folded: new Set(),
      span: { from: 250, to: 750 },
      whole: 1000,
      onSpan: (span) => spans.push(span),
      onToggle: ignore,
      onSelect: ignore,
    })?.()
    return spans
  }
  it.each([
    ['w', { from: 375, to: 625 }],
    ['s', { from: 0, to: 1000 }],
    ['a', { from: 125, to: 625 }],
    ['d', { from: 375, to: 875 }],
    ['0', { from: 0, to: 1000 }],
  ])('%s changes the range', (key, span) => expect(pressed(key)).toEqual([span]))
  it('move along the run with Shift and an arrow', () =>
    expect(pressed('ArrowRight', true)).toEqual([{ from: 375, to: 875 }]))
  it('are only those', () => expect(pressed('q')).toEqual([]))
})

describe('the visible time range', () => {
  it('stays within the whole, and never becomes too short to read', () => {
    expect(clamped({ from: -50, to: 100 }, 1000)).toEqual({ from: 0, to: 150 })
    expect(clamped({ from: 980, to: 990 }, 1000)).toEqual({ from: 900, to: 1000 })
    expect(zoomed({ from: 0, to: 1000 }, 0.5, 1000)).toEqual({ from: 250, to: 750 })
    expect(zoomed({ from: 250, to: 750 }, 4, 1000)).toEqual({ from: 0, to: 1000 })
    expect(panned({ from: 250, to: 750 }, 1, 1000)).toEqual({ from: 500, to: 1000 })
  })
  it('has round values on its axis', () => {
    expect(ticks({ from: 0, to: 10_000 }, 6)).toEqual([0, 2000, 4000, 6000, 8000, 10_000])
    expect(ticks({ from: 130, to: 420 }, 6)).toEqual([150, 200, 250, 300, 350, 400])
    expect(ticks({ from: 0, to: 3 * 3_600_000 }, 6)).toHaveLength(7)
  })
  it('has a bar in its place, clipped at the edges', () => {
    expect(placed(0, 50, { from: 0, to: 100 })).toEqual({ left: 0, width: 50 })
    expect(placed(-10, 500, { from: 0, to: 100 })).toEqual({ left: 0, width: 100 })
    expect(placed(101, 500, { from: 0, to: 100 })).toBeUndefined()
  })
})

describe('texts of the timeline', () => {
  it.each([
    [0, 50, 'under 50ms'],
    [850, 50, '850ms'],
    [2340, 50, '2.3s'],
    [61_400, 50, '1m 1s'],
    [2000, 4000, 'under 4s'],
    [5400, 4000, '5s'],
  ])('show %d ms with a precision of %d ms as %s', (ms, precisionMs, words) =>
    expect(spanText(ms, { precisionMs })).toBe(words),
  )

  it.each([
    [0, '0'],
    [500, '0.5s'],
    [2000, '2s'],
    [90_000, '1m 30s'],
  ])('show on the axis %s as %s', (ms, words) => expect(tickText(ms)).toBe(words))

  it('name an instant as exactly as the visible range allows', () => {
    expect(instantText(12_340, { from: 0, to: 46_000 })).toBe('12.3s')
    expect(instantText(12_340, { from: 11_000, to: 14_000 })).toBe('12.34s')
    expect(instantText(151_400, { from: 0, to: 600_000 })).toBe('2m 31s')
  })

  it('say what a step did, and for how long', () => {
    const running = course([], { to: null })
    expect(stepWords(step('a', 1000, 3300), running, 9)).toBe('created in 2.3s')
    expect(stepWords(step('a', 1000, 3300, { outcome: 'failed' }), running, 9)).toBe('create failed after 2.3s')
    expect(stepWords(step('a', 1000, null), running, 13_000)).toBe('creating for 12s')
    expect(stepWords(step('a', 1000, null), course([]), 13_000)).toBe('create: outcome unknown')
  })

  it('say what a step waited for', () => {
    const of = course([step('vpc', 0, 1)])
    expect(waitWords({ why: 'dependency', on: 0 }, of)).toBe('vpc, which it depends on')
    const provider = { ...step('aws', 0, 1), urn: 'urn:pulumi:prod::shop::pulumi:providers:aws::aws' }
    expect(waitWords({ why: 'dependency', on: 0 }, course([provider]))).toBe('aws, its provider, which had to start')
    expect(waitWords({ why: 'program' }, of)).toBe('the program')
    expect(waitWords({ why: 'program' }, { ...of, saves: { count: 3, ms: 9 } })).toBe(
      'the program, or a checkpoint write',
    )
    expect(waitWords({ why: 'limit', on: null }, of)).toBe('room: 8 at once were under way')
    expect(waitWords(undefined, of)).toMatch(/^unknown/)
  })
})

describe('a run of 10,000 steps', () => {
  const many = course(
    Array.from({ length: 10_000 }, (_, at) =>
      step(`r${at}`, at, at + 50, at > 0 ? { after: [urn(`r${at - 1}`)] } : {}),
    ),
  )

  it('is processed in chunks, none of them much longer than the others', () => {
    const work = preparing(many)
    let pieces = 0
    for (let next = work.next(); !next.done; next = work.next()) pieces += 1
    expect(pieces).toBeGreaterThanOrEqual(3 * 20) // each step three times, 500 in one go
  })

  it('yields to other work while it is processed, and stops when it is no longer needed', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setTimeout(count)
    }
    setTimeout(count)
    function* slow(): Generator<undefined, string> {
      for (let piece = 0; piece < 5; piece++) {
        const until = performance.now() + 10
        while (performance.now() < until) continue
        yield
      }
      return 'done'
    }
    expect(await inTurns(slow(), new AbortController().signal)).toBe('done')
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(4)

    const leaving = new AbortController()
    const left = inTurns(preparing(many), leaving.signal)
    leaving.abort()
    expect(await inTurns(slow(), AbortSignal.abort())).toBeUndefined()
    await left
  })
})
