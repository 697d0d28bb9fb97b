import { describe, expect, it } from 'vitest'
import { createFolding } from './changes.ts'
import { foldEvents } from '#testing/states/foldEvents.ts'
import type { EngineEvent } from './engineEvents.ts'

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const metadata = (name: string, op = 'create') => ({ op, urn: urn(name), type: 'a:b:C', old: null, new: null })
const root = {
  ...metadata('x'),
  urn: 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev',
  type: 'pulumi:pulumi:Stack',
}

/** Events of a run of 40 resources with messages in between, numbered from `first`. */
function eventsFrom(first: number): EngineEvent[] {
  const payloads: object[] = [{ resourcePreEvent: { metadata: root } }]
  for (let n = 0; n < 40; n++) {
    const name = `thing-${n}`
    payloads.push({ resourcePreEvent: { metadata: metadata(name, n % 5 ? 'create' : 'create-replacement') } })
    payloads.push({
      diagnosticEvent: { urn: urn(name), message: `on it, ${n}`, severity: 'info', ephemeral: n % 2 === 0 },
    })
    payloads.push({ diagnosticEvent: { message: `said of nothing ${n}`, severity: n % 7 ? 'info' : 'warning' } })
    if (n % 3) payloads.push({ resOutputsEvent: { metadata: metadata(name, n % 5 ? 'create' : 'replace') } })
    else if (n % 2) payloads.push({ resOpFailedEvent: { metadata: metadata(name) } })
  }
  payloads.push({ summaryEvent: { resourceChanges: { create: 40 }, durationSeconds: 7 } })
  return payloads.map((payload, index) => ({ sequence: first + index, timestamp: index, ...payload }))
}

/** Pseudo-random numbers between 0 and 1, repeatable by seed. */
function random(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32
}

describe('incremental folding', () => {
  it.each([0, 1])(
    'gives the same result after every batch as folding everything at once, in any order (numbered from %d)',
    (first) => {
      for (let seed = 1; seed <= 8; seed++) {
        const next = random(seed)
        const events = eventsFrom(first)
        const batches: EngineEvent[][] = []
        for (let at = 0; at < events.length;) batches.push(events.slice(at, (at += 1 + Math.floor(next() * 20))))
        for (let at = 0; at + 1 < batches.length; at++) {
          const [one, two] = [batches[at], batches[at + 1]]
          if (next() < 0.4 && one && two) [batches[at], batches[at + 1]] = [two, one]
        }
        let folding = createFolding()
        const came: EngineEvent[] = []
        for (const batch of batches) {
          came.push(...batch)
          let isTaken = folding.add(batch)
          if (!isTaken) {
            folding = createFolding() // after a refusal
            isTaken = folding.add(came)
          }
          expect(isTaken).toBe(true)
          // Serialized as JSON and continued, as on a server.
          folding = createFolding(JSON.parse(JSON.stringify(folding.fold())))
          for (const ended of [false, true]) expect(folding.changes({ ended })).toEqual(foldEvents(came, { ended }))
        }
      }
    },
  )

  it('ignores events from before what it has already folded', () => {
    const events = eventsFrom(1)
    const folding = createFolding()
    folding.add(events.slice(0, 10))
    const before = folding.changes({ ended: false })
    expect(folding.add([{ sequence: 0, timestamp: 0, stdoutEvent: { message: 'late' } }, ...events.slice(10)])).toBe(
      false,
    )
    expect(folding.changes({ ended: false })).toEqual(before)
  })

  it('continues without a missing batch once more than 5,000 events wait for it', () => {
    const folding = createFolding()
    const says = (sequence: number) => ({
      sequence,
      timestamp: 0,
      diagnosticEvent: { urn: urn('x'), message: `${sequence}`, severity: 'info' },
    })
    folding.add([says(0)])
    for (let from = 100; from < 7100; from += 500) folding.add(Array.from({ length: 500 }, (_, n) => says(from + n)))
    expect(folding.fold().waiting.length).toBeLessThanOrEqual(5000)
    expect(folding.fold().last).toBeGreaterThan(1000)
  })

  it('keeps the first warnings and the last other messages of a resource, and counts the rest', () => {
    const says = (sequence: number) => ({
      sequence,
      timestamp: 0,
      diagnosticEvent: { urn: urn('x'), message: `${sequence}`, severity: sequence % 2 ? 'error' : 'info' },
    })
    const events = [{ sequence: 0, timestamp: 0, resourcePreEvent: { metadata: metadata('x') } }]
    const { rows } = foldEvents([...events, ...Array.from({ length: 1000 }, (_, n) => says(n + 1))], { ended: false })
    const [row] = rows
    expect(row?.messages).toHaveLength(50)
    expect(row?.messages[0]).toEqual({ severity: 'error', text: '1' })
    expect(row?.messages.at(-1)).toEqual({ severity: 'info', text: '1000' })
    expect(row?.messagesLeftOut).toBe(950)
  })
})
