import { describe, expect, it } from 'vitest'
import { seeded } from '#mocks/seeded.ts'
import type { EventRow } from '#server/store/port/events.ts'
import { anUpdate, type CurrentBench, seed } from './rows.ts'

/**
 * Clients send batches in parallel, retry them, and split them differently when they retry. Every store returns each
 * number once, with its first content.
 */
export function batchSuite(bench: CurrentBench): void {
  describe.each([1, 2, 3])('batches that overlap in every way, seed %i', (start) => {
    const random = seeded(start)
    const upTo = (most: number) => Math.floor(random() * most)
    const batches = Array.from({ length: 40 }, () => {
      const first = upTo(600) - 20
      const numbers = Array.from({ length: 1 + upTo(random() < 0.1 ? 450 : 30) }, (_, index) => first + index)
      return random() < 0.5 ? numbers : numbers.sort(() => random() - 0.5).flatMap((n) => (random() < 0.1 ? [n, n] : n))
    })
    const text = (batch: number, index: number) => `batch ${batch}, ${index}: ${'ü\n"'.repeat(index % 3)}`

    it('store each journal entry once', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) => writer.insertUpdate(anUpdate({ id: 'update-2' })))
      const expected = new Map<number, object>()
      for (const [batch, numbers] of batches.entries()) {
        const rows = numbers.map((sequenceID, index) => {
          return { sequenceID, operationID: index, kind: index % 4, text: text(batch, index) }
        })
        const before = expected.size
        for (const row of rows)
          if (!expected.has(row.sequenceID)) expected.set(row.sequenceID, { ...row, receivedAt: 1000 - batch })
        const added = await store.write((writer) => writer.appendJournal('update-1', rows, 1000 - batch))
        expect(added).toBe(expected.size - before)
      }
      const rows = [...expected].sort(([a], [b]) => a - b).map(([, row]) => row)
      await store.read(async (reader) => {
        expect(await reader.journal('update-1')).toEqual(rows)
        expect((await reader.journalKinds('update-1')).reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
        const firstAt = Math.min(...(await reader.journal('update-1')).map(({ receivedAt }) => receivedAt))
        expect(await reader.journalSpan('update-1')).toEqual({ entries: rows.length, firstAt })
        expect(await reader.journal('update-2')).toEqual([])
      })
    })

    it('store each event once, in pages by receipt, by line and by sequence', async () => {
      const { store } = bench()
      await seed(store)
      const expected: EventRow[] = []
      let lines = 0
      for (const [batch, numbers] of batches.entries()) {
        const rows = numbers.map((sequence, index) => ({ sequence, text: text(batch, index), isLine: index % 3 === 0 }))
        const [before, late] = [expected.length, batch > 30]
        for (const { sequence, text: words, isLine } of rows) {
          if (expected.some((row) => row.sequence === sequence)) continue
          const line = isLine ? ++lines : null
          expected.push({ received: expected.length + 1, sequence, line, text: words, receivedAt: batch, late })
        }
        const added = await store.write((writer) => writer.appendEvents('update-1', rows, batch, late))
        expect(added).toBe(expected.length - before)
      }
      const bySequence = (rows: EventRow[]) => rows.toSorted((a, b) => a.sequence - b.sequence)
      const ofLog = expected.filter(({ line }) => line !== null)
      await store.read(async (reader) => {
        expect(await reader.lastReceived('update-1')).toBe(expected.length)
        expect(await reader.logLineCount('update-1')).toBe(lines)
        expect(await reader.logLinesUpTo('unknown', 9)).toBe(0)
        for (const sequence of [-1000, upTo(400), upTo(400), 100_000]) {
          const before = ofLog.filter((row) => row.sequence <= sequence)
          expect(await reader.logLinesUpTo('update-1', sequence)).toBe(before.length)
        }
        for (const limit of [1, 7, 100, 1000]) {
          const after = upTo(expected.length)
          expect(await reader.events('update-1', { after, limit })).toEqual(expected.slice(after, after + limit))
          const line = upTo(lines)
          expect(await reader.logLines('update-1', { after: line, limit })).toEqual(ofLog.slice(line, line + limit))
          const [from, end, sequence] = [upTo(300), 300 + upTo(400), upTo(400) - 30]
          const isAsked = (number: number, row: EventRow) => number > from && number <= end && row.sequence > sequence
          const asked = { from, upTo: end, after: sequence, limit }
          expect(await reader.eventsBySequence('update-1', asked)).toEqual(
            bySequence(expected.filter((row) => isAsked(row.received, row))).slice(0, limit),
          )
          expect(await reader.logLinesBySequence('update-1', asked)).toEqual(
            bySequence(ofLog.filter((row) => isAsked(row.line ?? 0, row))).slice(0, limit),
          )
        }
      })
    })
  })
}
