import { describe, expect, it } from 'vitest'
import { sampleCourse as course, sampleStep } from '#testing/samples/sampleRun.ts'
import { firstFault } from '#testing/cases.ts'
import type { Random } from '#testing/states/randomState.ts'
import { recording } from '#testing/load.ts'
import type { JournalEntry } from '../journal/journal.ts'
import type { Course, Step } from './course.ts'
import { criticalPath } from './criticalPath.ts'
import { stepEvent, stepsFromEvents } from './fromEvents.ts'
import { type ReceivedEntry, stepsFromJournal } from './fromJournal.ts'
import { journalWaits } from './journalWaits.ts'
import { atOnce } from '../inPieces.ts'
import { rowsInPieces } from './rows.ts'
import { slowestSteps, slowestTypes } from './slowest.ts'
import { timeSoFar } from './timeSoFar.ts'
import { waitsOf } from './waits.ts'

const urn = (name: string, type = 'a:b:C') => `urn:pulumi:dev::shop::${type}::${name}`
const ROOT = urn('shop-dev', 'pulumi:pulumi:Stack')

const step = (name: string, begin: number | null, end: number | null, rest: Partial<Step> = {}) =>
  sampleStep(urn(name), [begin, end], { parent: ROOT, ...rest })

/** The course of a recorded update, as if all requests had been received at once. */
function recorded(name: string): Course {
  const exchanges = recording(name)
  const received = exchanges
    .filter(({ url }) => url.endsWith('/journalentries'))
    .flatMap(({ atMs, request }): ReceivedEntry[] =>
      (request as { entries: JournalEntry[] }).entries.map((entry) => ({ at: atMs, entry })),
    )
  const from = exchanges.findLast(({ url }) => url.endsWith('/export'))?.atMs ?? 0
  const to = exchanges.find(({ url, atMs }) => url.endsWith('/complete') && atMs > from)?.atMs ?? null
  return course([], { from, to, ...stepsFromJournal(received, (index) => urn(`base-${index}`)) })
}

describe('the steps of a journal', () => {
  it('cover all 200 resources that a recorded client created, each from start to end', () => {
    const { steps } = recorded('33-up-200')
    const made = steps.filter(({ op, custom }) => op === 'create' && custom)
    expect(new Set(made.map(({ urn: of }) => of)).size).toBe(made.length)
    expect(made.length).toBeGreaterThanOrEqual(200)
    for (const { begin, end } of made) expect(end).toBeGreaterThan(begin ?? Infinity)
  })

  it('stay open when the client was killed, and fail when it reported a failure', () => {
    const killed = recorded('21-up-killed').steps
    expect(killed.filter(({ outcome }) => outcome === 'open').every(({ end }) => end === null)).toBe(true)
    expect(killed.some(({ outcome }) => outcome === 'open')).toBe(true)
    expect(recorded('09-up-fails').steps.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1)
  })

  it('name their dependencies, parent and provider', () => {
    const state = {
      urn: urn('x'),
      type: 'a:b:C',
      custom: true,
      parent: urn('group'),
      provider: `${urn('p', 'pulumi:providers:a')}::id::with colons`.replace('::with', '-with'),
      dependencies: [urn('a')],
      propertyDependencies: { size: [urn('b')], none: null as unknown as string[] },
      deletedWith: urn('c'),
    }
    const entries: ReceivedEntry[] = [
      { at: 10, entry: { kind: 0, sequenceID: 1, operationID: 1, operation: { type: 'creating', resource: state } } },
      { at: 70, entry: { kind: 1, sequenceID: 2, operationID: 1, state } },
    ]
    expect(stepsFromJournal(entries, () => undefined).steps).toEqual([
      {
        ...step('x', 10, 70, { parent: urn('group'), provider: urn('p', 'pulumi:providers:a') }),
        after: [urn('a'), urn('b'), urn('c')],
      },
    ])
  })

  it('have names from the base when a refresh changed nothing', () => {
    const gone: ReceivedEntry = { at: 5, entry: { kind: 3, sequenceID: 1, operationID: 1, removeOld: 4 } }
    const { steps } = stepsFromJournal([gone], (index) => urn(`base-${index}`))
    expect(steps).toMatchObject([{ urn: urn('base-4'), op: 'refresh', begin: null, end: 5 }])
  })
})

describe('the steps of events', () => {
  const eventAt = (sequence: number, at: number, kind: string, name: string, op = 'create', custom = true) => {
    const metadata = { op, urn: urn(name), type: 'a:b:C', new: { custom, parent: ROOT }, old: null }
    return stepEvent({ sequence, [kind]: { metadata } }, at) ?? expect.fail('no step')
  }

  it('are assembled from the engine’s order, each event once', () => {
    const events = [
      eventAt(4, 9, 'resOpFailedEvent', 'b', 'update'),
      eventAt(1, 2, 'resourcePreEvent', 'a'),
      eventAt(3, 9, 'resOutputsEvent', 'a'),
      eventAt(2, 2, 'resourcePreEvent', 'b', 'update'),
      eventAt(1, 9, 'resourcePreEvent', 'a'),
    ]
    expect(stepsFromEvents(events, { isOver: true })).toEqual([
      step('a', 2, 9),
      step('b', 2, 9, { op: 'update', outcome: 'failed' }),
    ])
  })

  it('end with the summary for components, and stay open for a provider’s resource', () => {
    const events = [eventAt(1, 2, 'resourcePreEvent', 'group', 'create', false), eventAt(2, 3, 'resourcePreEvent', 'x')]
    expect(stepsFromEvents(events, { isOver: true }).map(({ outcome }) => outcome)).toEqual(['done', 'open'])
    expect(stepsFromEvents(events, { isOver: false }).map(({ outcome }) => outcome)).toEqual(['open', 'open'])
  })

  it.each([
    {},
    { sequence: 1 },
    { sequence: 1, resourcePreEvent: null },
    { sequence: 1, resOutputsEvent: { metadata: 7 } },
  ])('are not built from %j', (event) => expect(stepEvent(event, 0)).toBeUndefined())
})

describe('the cause of a step’s wait', () => {
  it('is the last dependency, when the step started right after it', () => {
    const steps = [step('a', 0, 1000), step('b', 0, 3000), step('c', 3050, 4000, { after: [urn('a'), urn('b')] })]
    expect(waitsOf(course(steps))).toEqual([{ why: 'start' }, { why: 'start' }, { why: 'dependency', on: 1 }])
  })

  it('is the program, when the step started long after its dependencies', () => {
    const steps = [step('a', 0, 1000), step('c', 3000, 4000, { after: [urn('a')] })]
    expect(waitsOf(course(steps))[1]).toEqual({ why: 'program' })
  })

  it('is never a dependency that still runs', () => {
    const steps = [step('a', 0, null), step('b', 10, 20, { after: [urn('a')] })]
    expect(waitsOf(course(steps))[1]).toEqual({ why: 'program' })
  })

  it('is parallelism, when the engine was at its limit', () => {
    const steps = [step('a', 0, 1000), step('b', 0, 3000), step('c', 1010, 2000)]
    expect(waitsOf(course(steps, { parallel: 2 }))[2]).toEqual({ why: 'limit', on: 0 })
    expect(waitsOf(course(steps, { parallel: 3 }))[2]).toEqual({ why: 'program' })
    expect(waitsOf(course(steps, { parallel: null }))[2]).toEqual({ why: 'program' })
  })

  it('is the delete of the dependents when the step is a delete', () => {
    const steps = [
      step('a', 0, 1000, { op: 'delete', after: [urn('b')] }),
      step('b', 1020, 2000, { op: 'delete' }),
      step('c', 0, 900, { op: 'delete' }),
    ]
    expect(waitsOf(course(steps))[1]).toEqual({ why: 'dependency', on: 0 })
  })

  it('is unknown when the start was not recorded', () => {
    expect(waitsOf(course([step('a', null, 5)]))).toEqual([undefined])
  })
})

describe('the critical path', () => {
  it('leads from start to end over each cause of a wait, and its parts add up to the duration', () => {
    const steps = [
      step('a', 100, 2000),
      step('quick', 100, 300),
      step('b', 2020, 5000, { after: [urn('a')] }),
      step('c', 6000, 9000),
    ]
    const of = course(steps)
    const path = criticalPath(of, waitsOf(of), 10_000)
    expect(path.parts.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['startup', 0, 100],
      ['step', 100, 2000],
      ['program', 2000, 2020],
      ['step', 2020, 5000],
      ['program', 5000, 6000],
      ['step', 6000, 9000],
      ['finish', 9000, 10_000],
    ])
    expect(path.steps).toEqual(new Set([3, 2, 0]))
    expect(path.shares).toMatchObject({ startup: 100, steps: 7880, program: 1020, finish: 1000, limit: 0 })
  })

  it('ends now when a step is still running', () => {
    const of = course([step('a', 0, 50), step('b', 0, null)], { to: null })
    expect(criticalPath(of, waitsOf(of), 700).parts).toEqual([{ kind: 'step', step: 1, from: 0, to: 700 }])
  })

  it('leads to the unfinished step that started first, not to one that started late or to a component', () => {
    const of = course(
      [step('group', 0, null, { custom: false }), step('long', 20, null), step('a', 0, 50), step('late', 600, null)],
      { to: null },
    )
    const { shares, steps } = criticalPath(of, waitsOf(of), 700)
    expect(steps).toEqual(new Set([1]))
    expect(shares).toMatchObject({ startup: 20, steps: 680, program: 0 })
  })

  it.each(['33-up-200', '34-destroy-200', '42-up-update', '65-replace-fails-half-way', '16-refresh'])(
    'has no gap and no overlap in the recording %s',
    (name) => {
      const of = recorded(name)
      const { parts, shares } = criticalPath(of, waitsOf(of), of.to ?? 0)
      let at = of.from
      for (const { from, to } of parts) {
        expect(from).toBe(at)
        at = to
      }
      expect(at).toBe(of.to)
      const { journal, ...rest } = shares
      expect(Object.values(rest).reduce((sum, ms) => sum + ms)).toBe((of.to ?? 0) - of.from)
      expect(journal).toBeLessThanOrEqual((of.to ?? 0) - of.from)
    },
  )
})

describe('the critical path of a random run', () => {
  /** Waves of steps, many of which begin and end at one instant, as unchanged ones do; some outside of the run. */
  function anyCourse(random: Random): Course {
    const count = random(25)
    const names = Array.from({ length: count }, (_, n) => `r${n}`)
    const steps = names.map((name): Step => {
      const begin = random(12) === 0 ? null : (random(14) - 1) * 1000
      const length = random(2) === 0 ? 0 : random(5) * 1000
      const after = names.filter(() => random(6) === 0).map((each) => urn(each))
      return step(name, begin, random(10) === 0 ? null : (begin ?? random(10_000)) + length, { after })
    })
    return course(steps, { parallel: random(3) === 0 ? null : 1 + random(4), from: random(2) * 1000 })
  }

  it('is without gaps, and its shares add up to the whole run', () => {
    expect(
      firstFault(2000, (random) => {
        const of = anyCourse(random)
        const { parts, shares } = criticalPath(of, waitsOf(of), 10_000)
        const { steps, startup, finish, limit, program } = shares
        const sum = steps + startup + finish + limit + program
        const fault = `${sum} of ${10_000 - of.from}: ${JSON.stringify(of.steps)}`
        if (sum !== 10_000 - of.from || Math.min(steps, startup, finish, limit, program) < 0) return fault
        return parts.some(({ from }, n) => from !== (parts[n - 1]?.to ?? of.from)) ? fault : undefined
      }),
    ).toBeUndefined()
  })
})

describe('the wait for journal batches', () => {
  it('is most of the time of a recorded update of 200 quick resources', () => {
    const of = recorded('33-up-200')
    const { batches, aloneMs } = journalWaits(of)
    expect(batches).toBe(78)
    expect(aloneMs).toBeGreaterThan(3000)
    expect(aloneMs).toBeLessThan((of.to ?? 0) - of.from)
  })

  it('counts only while no provider works, excludes full batches, and starts at the previous batch', () => {
    const batches = [0, 20, 100, 400, 500].map((at) => ({ at, entries: at === 400 ? 100 : 2 }))
    expect(journalWaits(course([], { batches }))).toEqual({ batches: 5, heldMs: 120, aloneMs: 120 })
    expect(journalWaits(course([step('a', 20, 500)], { batches })).aloneMs).toBe(70)
    expect(journalWaits(course([], { batches, journalPeriodMs: null })).heldMs).toBe(0)
  })
})

describe('rows', () => {
  it('are below their components, which last as long as their contents, in order of start', () => {
    const group = urn('group')
    const steps = [
      step('shop-dev', 0, 1, { urn: ROOT, custom: false, parent: null }),
      step('late', 500, 600),
      step('group', 10, 11, { custom: false }),
      step('inner', 20, 300, { parent: group, outcome: 'failed' }),
      step('inner', 300, null, { parent: group, op: 'delete-replaced' }),
    ]
    const rows = atOnce(rowsInPieces({ steps }))
    expect(rows.map(({ name, level, contains }) => [name, level, contains])).toEqual([
      ['shop-dev', 1, 0],
      ['group', 1, 1],
      ['inner', 2, 0],
      ['late', 1, 0],
    ])
    expect(rows[1]).toMatchObject({ begin: 10, end: 300, isOpen: true, hasFailed: true })
    expect(rows[2]?.steps).toEqual([3, 4])
  })

  it('are never lost to a cycle of parents', () => {
    const steps = [step('a', 0, 1, { parent: urn('b') }), step('b', 0, 1, { parent: urn('a') })]
    expect(atOnce(rowsInPieces({ steps }))).toHaveLength(2)
  })
})

describe('the slowest steps', () => {
  const steps = [
    step('a', 0, 100),
    step('b', 0, null),
    step('c', 0, 40, { urn: urn('c', 'x:y:Z') }),
    step('d', null, 5),
    step('e', 0, 0, { urn: urn('e', 'x:y:Z'), op: 'same' }),
  ]

  it('are listed by resource, counting running steps up to now', () => {
    expect(slowestSteps(course(steps, { to: null }), 90, 2).map(({ urn: of, ms, isOpen }) => [of, ms, isOpen])).toEqual(
      [
        [urn('a'), 100, false],
        [urn('b'), 90, true],
      ],
    )
  })

  it('are listed by type', () => {
    expect(slowestTypes(course(steps, { to: 90 }), 0, 5)).toEqual([
      { type: 'a:b:C', count: 2, unchanged: 0, totalMs: 190, longestMs: 100, isOpen: true, isLongestOpen: false },
      { type: 'x:y:Z', count: 2, unchanged: 1, totalMs: 40, longestMs: 40, isOpen: false, isLongestOpen: false },
    ])
  })
})

it('the time of a running update is made up as it passed, so that what is past never changes its share', () => {
  const of = course(
    [
      step('a', 100, 400),
      step('b', 300, 600),
      step('held', 800, null, { op: 'approval', custom: false }),
      step('group', 100, null, { custom: false }),
    ],
    { to: null },
  )
  const none = { journal: 0, limit: 0, finish: 0 }
  expect(timeSoFar(of, 700)).toEqual({ ...none, startup: 100, steps: 500, program: 100, approval: 0 })
  expect(timeSoFar(of, 1000)).toEqual({ ...none, startup: 100, steps: 500, program: 200, approval: 200 })
  expect(timeSoFar(course([], { to: null }), 700)).toMatchObject({ startup: 700, steps: 0 })
})
