import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '#domain/events/engineEvents.ts'
import { type Diagnosed, diagnoseText } from './diagnoseText.ts'
import { lightEvent } from './lightEvent.ts'
import { createMentions, stacksMeant } from './mentionedStacks.ts'

const log = async (...parts: BlobPart[]): Promise<Extract<Diagnosed, { kind: 'log' }>> => {
  const diagnosed = await diagnoseText(new Blob(parts))
  if (diagnosed.kind !== 'log') throw new Error(`read as ${diagnosed.kind}`)
  return diagnosed
}

const CONFLICT = 'error: [409] Conflict: Another update is currently in progress.\n'

describe('a pasted text', () => {
  it('is searched for known messages, also in a compressed CI log with colours and timestamps', async () => {
    const text = `2026-11-21T11:00:00Z \u001B[31m${CONFLICT}\u001B[0m`
    for (const blob of [text, gzipSync(text)]) {
      const { known } = await log(blob)
      expect(known.map(({ recoveries }) => recoveries)).toContainEqual(['cancel-update', 'release-lease'])
    }
  })

  it('is searched to its end, behind a million other lines', async () => {
    const noise = `${'x'.repeat(40)} all is well\n`.repeat(1_000_000)
    const { known, bytes } = await log(noise, CONFLICT)
    expect(known[0]?.places[0]?.line).toBe(1_000_001)
    expect(bytes).toBeGreaterThan(50_000_000)
  })

  it('is recognised as a state, as empty, or as without known messages', async () => {
    expect(await diagnoseText(new Blob(['{"version":3,\n "deployment": {"resources": []}}']))).toEqual({
      kind: 'state',
    })
    expect(await diagnoseText(new Blob(['{"version":3,"checkpoint":{"latest":null}}']))).toEqual({ kind: 'state' })
    expect(await diagnoseText(new Blob([' \n']))).toEqual({ kind: 'empty' })
    expect((await log('all is well')).known).toEqual([])
  })

  it('is recognised as a lock file, or as the output of pulumi stack', async () => {
    const lock = '{"pid":7,"username":"ada","hostname":"laptop","timestamp":"2026-11-21T11:10:15Z"}'
    expect(await diagnoseText(new Blob([lock]))).toMatchObject({ kind: 'lock', lock: { username: 'ada', pid: 7 } })
    const { printed, mentions } = await log('Current stack is prod:\n    Owner: acme\n    Last updated: 2 hours ago\n')
    expect(printed).toMatchObject({ stack: 'prod', owner: 'acme' })
    expect(mentions).toEqual([{ stack: 'prod', certainty: 1 }])
  })

  it.each([
    ['bytes that are not text', [new Uint8Array([0xc3, 0x28])], /no valid UTF-8 text/],
    [
      'bytes that are not text, far down',
      ['all is well\n'.repeat(100_000), new Uint8Array([0xc3, 0x28])],
      /no valid UTF-8 text/,
    ],
    ['a truncated compressed file', [gzipSync('all is well\n'.repeat(1000)).subarray(0, 30)], /cut short or damaged/],
    ['more text than a browser can hold', Array.from({ length: 201 }, () => 'x'.repeat(1_000_000)), /up to 200 MB/],
  ])('gets a sentence when it cannot be read: %s', async (_, parts, sentence) => {
    await expect(diagnoseText(new Blob(parts))).rejects.toThrow(sentence)
  })
})

describe('a log of engine events', () => {
  const urn = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs'
  const meta = { op: 'create', urn, type: 'aws:s3/bucket:Bucket', new: { urn, type: 'aws:s3/bucket:Bucket' } }
  const events = [
    { sequence: 1, timestamp: 1, preludeEvent: { config: {} } },
    { sequence: 2, timestamp: 2, resourcePreEvent: { metadata: meta } },
    { sequence: 3, timestamp: 3, diagnosticEvent: { message: `<{%reset%}>${CONFLICT}`, severity: 'error', urn } },
  ]
  const lines = (list: readonly object[]) => list.map((event) => JSON.stringify(event)).join('\n')

  it('shows what was in flight when it stopped, and includes its messages', async () => {
    const { run, known, mentions } = await log(`${lines(events)}\n{"sequence":4,"times`)
    expect(run).toMatchObject({ events: 3, odd: 1, isCutOff: true, inFlight: [{ urn, op: 'create' }], failed: [] })
    expect(known[0]?.id).toBe('update-in-progress')
    expect(mentions).toContainEqual({ project: 'shop', stack: 'prod', certainty: 2 })
  })

  it('shows what failed when it completed', async () => {
    const end = [
      ...events,
      { sequence: 4, timestamp: 4, resOpFailedEvent: { metadata: meta } },
      { sequence: 5, timestamp: 5, summaryEvent: { resourceChanges: { same: 2 }, durationSeconds: 1 } },
    ]
    const { run } = await log(lines(end))
    expect(run).toMatchObject({ isCutOff: false, inFlight: [], totals: { same: 2 }, failed: [{ urn, op: 'create' }] })
    expect(run?.failed[0]?.messages[0]).toContain('Another update')
  })
})

describe('a large log of engine events', () => {
  const blob = { policy: 'x'.repeat(2_000), tags: { team: 'shop' } }
  const urnOf = (n: number) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs-${n}`
  const step = (n: number, held: object) => {
    const of = { urn: urnOf(n), type: 'aws:s3/bucket:Bucket' }
    const state = { ...of, inputs: held, outputs: held }
    return { metadata: { op: 'update', ...of, old: state, new: state, detailedDiff: { tags: { diffKind: 'update' } } } }
  }
  /** `count` resources started; of each ten one fails, one stays in flight. */
  const run = (count: number, held: object = blob): EngineEvent[] =>
    Array.from({ length: count }, (_, n) => [
      { resourcePreEvent: step(n, held) },
      { diagnosticEvent: { severity: n % 10 === 1 ? 'error' : 'info', urn: urnOf(n), message: `word of ${n}\n` } },
      n % 10 === 0
        ? { resourcePreEvent: step(n, held) }
        : { [n % 10 === 1 ? 'resOpFailedEvent' : 'resOutputsEvent']: step(n, held) },
    ])
      .flat()
      .map((payload: object, at) => ({ sequence: at, timestamp: 1_790_000_000 + at, ...payload }))
  const text = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
  const summary = (sequence: number) => ({ sequence, timestamp: 1, summaryEvent: { resourceChanges: {} } })

  it('is summarised, with no more names than are shown', async () => {
    const { run: facts, bytes, mentions } = await log(text(run(1_000)), '{"cut off')
    expect(bytes).toBeGreaterThan(10_000_000)
    expect(facts).toMatchObject({ events: 3_000, odd: 1, isCutOff: true, totals: { update: 800 } })
    expect(facts).toMatchObject({ failedCount: 100, inFlightCount: 100 })
    expect(facts?.failed).toHaveLength(50)
    expect(facts?.failed[1]).toEqual({ urn: urnOf(11), op: 'update', messages: ['word of 11'] })
    expect(facts?.inFlight.map(({ urn }) => urn)).toEqual(Array.from({ length: 50 }, (_, n) => urnOf(10 * n)))
    expect(mentions).toEqual([{ project: 'shop', stack: 'prod', certainty: 2 }])
  })

  it('is stored without resource contents: less than a twentieth of its size', () => {
    const events = run(1_000)
    const kept = JSON.stringify(events.map((event) => lightEvent(event)))
    expect(kept).not.toContain('xxx')
    expect(kept.length).toBeLessThan(text(events).length / 20)
  })

  it('is searched to its end, wherever it is split into chunks', async () => {
    const output = { sequence: 3_000, timestamp: 1, stdoutEvent: { message: `<{%reset%}>${CONFLICT}`, color: 'raw' } }
    const { known } = await log(text([...run(1_000), output]))
    expect(known.map(({ id }) => id)).toEqual(['update-in-progress'])
  })

  it('shows the last run when it has several', async () => {
    const first = [...run(20), summary(60)]
    expect((await log(text([...first, ...run(10)]))).run).toMatchObject({ isCutOff: true, failedCount: 1 })
    expect((await log(text([...run(10), ...first]))).run).toMatchObject({ isCutOff: false, failedCount: 2 })
  })

  it('may have lines out of order, and duplicates, also far back', async () => {
    const events = run(4_000, {})
    const late = events.slice(9_000, 9_300)
    const twice = [...events.slice(0, 9_000), ...events.slice(0, 600), ...events.slice(9_300).toReversed(), ...late]
    const { run: facts } = await log(text(twice.filter(({ sequence }, at) => at < 9_000 || sequence > 1)))
    expect(facts).toMatchObject({ totals: { update: 3_200 }, failedCount: 400, inFlightCount: 400 })
  })
})

describe('the stack that a text is about', () => {
  const known = ['acme/shop/prod', 'acme/billing/prod', 'acme/shop/staging']
  const meant = (text: string) => {
    const mentions = createMentions()
    mentions.push(text)
    return stacksMeant(mentions.all(), known).map(({ project, stack }) => `${project}/${stack}`)
  }

  it.each([
    ['View live: https://console.example.com/acme/shop/prod/updates/4', ['shop/prod']],
    ['pulumi up --stack acme/billing/prod', ['billing/prod']],
    ['urn:pulumi:prod::billing::aws:s3/bucket:Bucket::logs', ['billing/prod']],
    ['Updating (acme/staging):', ['shop/staging']],
    ['Updating (acme/shop/prod):', ['shop/prod']],
    ['Updating (staging):', ['shop/staging']],
    ['Updating (prod):', []], // two have that name
    ['Updating (acme/elsewhere):', []],
    ['urn:pulumi:prod::shop::a:b:C::d --stack acme/billing/prod', ['billing/prod', 'shop/prod']],
  ])('is found in: %s', (text, names) => {
    expect(meant(text)).toEqual(names)
  })
})

describe('a trace file', () => {
  const file = gunzipSync(readFileSync(new URL('../../../fixtures/traces/up.trace.gz', import.meta.url)))

  it('is shown as the timeline of the run', async () => {
    const read = await diagnoseText(new Blob([file]))
    expect(read.kind === 'trace' && read.course.steps.map(({ op }) => op)).toEqual(['create', 'create', 'update'])
  })

  it('is reported as truncated when it is', async () => {
    await expect(diagnoseText(new Blob([file.subarray(0, 900)]))).rejects.toThrow(/cut short or damaged/)
  })
})

describe('the timeline from an event log', () => {
  const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
  const line = (sequence: number, timestamp: number, kind: string, name: string) =>
    `${JSON.stringify({ sequence, timestamp, [kind]: { metadata: { op: 'create', urn: urn(name), type: 'a:b:C', old: null, new: { custom: true, inputs: { size: 'x'.repeat(100) } } } } })}\n`

  it('has each step between its events, to the second', async () => {
    const { run } = await log(
      line(1, 100, 'resourcePreEvent', 'a'),
      line(2, 101, 'resourcePreEvent', 'b'),
      line(3, 107, 'resOutputsEvent', 'a'),
    )
    expect(run?.course).toMatchObject({ source: 'log', precisionMs: 1000, from: 100_000, to: 107_000 })
    expect(run?.course.steps.map(({ urn: of, begin, end, outcome }) => [of, begin, end, outcome])).toEqual([
      [urn('a'), 100_000, 107_000, 'done'],
      [urn('b'), 101_000, null, 'open'],
    ])
  })

  it('is that of the last run when the file has several', async () => {
    const { run } = await log(
      line(1, 100, 'resourcePreEvent', 'a'),
      line(5, 103, 'resOutputsEvent', 'a'),
      line(0, 900, 'resourcePreEvent', 'b'),
      line(1, 905, 'resOutputsEvent', 'b'),
    )
    expect(run?.course).toMatchObject({ from: 900_000, to: 905_000 })
    expect(run?.course.steps.map(({ urn: of }) => of)).toEqual([urn('b')])
  })
})
