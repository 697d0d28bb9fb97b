import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { featuresOf, readState, type StateDocument, stackOutputs } from '#domain/state/checkpoint.ts'
import { decodingFaults } from '#domain/state/decoding.ts'
import { applyDeltas, cutVerbatim, type DeltaEdit, DeltaError } from '#domain/diff/delta.ts'
import { foldEvents } from '#testing/states/foldEvents.ts'
import { type EngineEvent, logLines } from '#domain/events/engineEvents.ts'
import { type JournalEntry, openOperations, replay } from '#domain/journal/journal.ts'
import { maskResource } from '#domain/state/secrets.ts'
import { gunzip } from '#server/adapters/gunzip.ts'
import { readBody } from '#server/http/body.ts'
import { RequestError } from '#server/http/requestError.ts'
import { DomainError } from '#server/errors.ts'
import { createBodyRoom } from '#server/http/bodyRoom.ts'
import { isLong } from '#testing/servers/faults.ts'
import { recording } from '#testing/load.ts'
import { mutated, mutatedBytes } from '#testing/states/mutate.ts'
import { type Random, randomState, seeded } from '#testing/states/randomState.ts'

/** Seconds for each parser in a manual run: `HOLDFAST_FUZZ_S=600 npm run test:faults -- fuzz`; prints a summary. */
const BY_HAND_S = Number(process.env['HOLDFAST_FUZZ_S'] ?? 0)
/** Milliseconds for each parser; a minimum number of inputs is tried on slow machines, too. */
const BUDGET_MS = BY_HAND_S > 0 ? BY_HAND_S * 1000 : isLong ? 4_000 : 500
vi.setConfig({ testTimeout: 60_000 + BUDGET_MS })

const MIN = 50
/** Processor time for each input, in milliseconds: other work on the machine does not count. */
const MAX_MS_EACH = 5_000
const MAX_BYTES = 500 * 1024 * 1024

/** Runs `input` with seeds from 1 on. The error contains the seed that found something; add a test for it. */
async function fuzz(input: (random: Random) => unknown): Promise<void> {
  const until = performance.now() + BUDGET_MS
  let seed = 1
  for (; seed <= MIN || performance.now() < until; seed++) {
    const cpu = process.cpuUsage()
    try {
      await input(seeded(seed))
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
    const { user, system } = process.cpuUsage(cpu)
    expect((user + system) / 1000, `seed ${seed}`).toBeLessThan(MAX_MS_EACH)
  }
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024)
  const { currentTestName } = expect.getState()
  if (BY_HAND_S > 0) process.stdout.write(`${currentTestName}: seeds 1 to ${seed - 1}, at most ${peakMb} MB resident\n`)
}

const requests = (name: string, url: RegExp) => recording(name).filter((exchange) => url.test(exchange.url))
const listIn = <T>(name: string, url: RegExp, key: string): T[] =>
  requests(name, url).flatMap(({ request }) => (request as Record<string, T[] | undefined>)[key] ?? [])
const ENTRIES = [
  ...listIn<JournalEntry>('43-up-replace', /journalentries/, 'entries'),
  ...listIn<JournalEntry>('48-up-refresh', /journalentries/, 'entries'),
]
const EVENTS = [
  ...listIn<EngineEvent>('43-up-replace', /events\/batch/, 'events'),
  ...listIn<EngineEvent>('62-up-fails', /events\/batch/, 'events'),
]
const STAMP = { time: '2026-01-05T09:00:00Z', cliVersion: 'v3.260.0' }

/** The operations that the service and the console apply to every accepted state. */
function readThrough({ deployment }: StateDocument): void {
  featuresOf(deployment, false)
  stackOutputs(deployment)
  decodingFaults(deployment)
  for (const resource of deployment.resources ?? []) maskResource(resource)
}

describe('any random input is answered or refused', () => {
  const rss = process.memoryUsage.rss()
  it('as a state', () =>
    fuzz((random) => {
      const read = readState(mutated(random, randomState(random, 1 + random(8))))
      if (read.ok) readThrough(read.document)
      expect(read.ok || read.problem !== '').toBe(true)
    }))

  it('as journal entries', () => {
    expect(ENTRIES.length).toBeGreaterThan(20)
    return fuzz((random) => {
      const base = mutated(random, randomState(random, 1 + random(5)))
      const read = readState(base)
      const entries = (mutated(random, ENTRIES.slice(0, 2 + random(ENTRIES.length))) as unknown[] | null) ?? []
      const received = (Array.isArray(entries) ? entries : []).filter(isReceived)
      const { document } = replay(read.ok ? read.document : undefined, received, STAMP)
      openOperations(received)
      expect(readState(JSON.parse(JSON.stringify(document)))).toMatchObject({ ok: true })
      readThrough(document)
    })
  })

  it('as a delta, and as a verbatim save', () =>
    fuzz((random) => {
      const base = new TextEncoder().encode(JSON.stringify(randomState(random, 1)))
      const offset = () => ({ offset: random(base.length + 2) })
      const edits = Array.from({ length: random(4) }, (): DeltaEdit => ({
        Span: { start: offset(), end: offset() },
        NewText: 'ß'.repeat(random(5)),
      }))
      refusedOr(DeltaError, () => applyDeltas([base], [edits]))
      const body = new TextEncoder().encode(
        `{"version":3,"sequenceNumber":1,"untypedDeployment":${new TextDecoder().decode(base)}}`,
      )
      refusedOr(DeltaError, () => cutVerbatim(mutatedBytes(random, body)))
    }))

  it('as engine events', () => {
    expect(EVENTS.length).toBeGreaterThan(50)
    return fuzz((random) => {
      const from = random(EVENTS.length)
      const events = mutated(random, EVENTS.slice(from, from + 30))
      const received = (Array.isArray(events) ? (events as unknown[]) : []).filter(isNumbered)
      const { rows, messages } = foldEvents(received, { ended: random(2) === 0 })
      const texts = [...logLines(received).map(({ text }) => text), ...messages.map(({ text }) => text)]
      for (const row of rows) texts.push(row.urn, row.type, row.op, row.name)
      for (const text of texts) expect(typeof text).toBe('string')
    })
  })

  it('as a body with gzip encoding', () =>
    fuzz(async (random) => {
      const text = new TextEncoder().encode(JSON.stringify(randomState(random, random(20))))
      const body = mutatedBytes(random, gzipSync(text))
      const request = () =>
        new Request('http://test/', { method: 'POST', body, headers: { 'content-encoding': 'gzip' } })
      const room = createBodyRoom(MAX_BYTES)
      for (const inflate of [undefined, gunzip]) {
        const budget = { bytes: 1_000 + random(100_000), elements: 100_000 }
        const read = await readBody(request(), budget, { of: 'lease' }, { gunzip: inflate, room }).catch(
          (error: unknown) => error,
        )
        if (read instanceof Error && !(read instanceof RequestError || read instanceof DomainError)) throw read
      }
    }))

  it('without taking more than 500 MB', () => {
    expect(process.memoryUsage.rss() - rss).toBeLessThan(MAX_BYTES)
  })
})

/** Whether the route accepts an entry before examining it. */
const isReceived = (entry: unknown): entry is JournalEntry =>
  typeof entry === 'object' &&
  entry !== null &&
  'kind' in entry &&
  Number.isSafeInteger(entry.kind) &&
  'sequenceID' in entry &&
  Number.isSafeInteger(entry.sequenceID)

const isNumbered = (event: unknown): event is EngineEvent =>
  typeof event === 'object' && event !== null && 'sequence' in event && Number.isSafeInteger(event.sequence)

function refusedOr(refusal: new () => Error, work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof refusal)) throw error
  }
}
