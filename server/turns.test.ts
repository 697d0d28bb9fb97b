import { afterEach, expect, it, vi } from 'vitest'
import { outlineOf } from '#domain/state/outline.ts'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { alarmsInPieces, alarmsOf } from '#domain/health/alarms.ts'
import { noSteps } from '#domain/journal/stepFacts.ts'
import { testDeps } from '#testing/deps.ts'
import { keepOutline, knownOutline } from './texts/states.ts'
import { LARGE_BYTES } from './texts/textJobs.ts'
import { prepareText } from './texts/stateText.ts'
import { inTurns, joinedInTurns, turnAfter } from './turns.ts'

afterEach(() => vi.restoreAllMocks())

/** Counts the turns of the event loop during this work. */
async function turnsOf<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const result = await work
  isOver = true
  return { turns, result }
}

const buckets = (count: number): Resource[] =>
  Array.from({ length: count }, (_, n) => ({
    urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::b${n}`,
    type: 'aws:s3/bucket:Bucket',
    custom: true,
    id: `b${n}`,
    inputs: { text: 'x'.repeat(1_000) },
  }))

it('a large text is joined in turns, byte for byte; a small one at once', async () => {
  const parts = [10_000_000, 3, 0, 5_000_000].map((length, at) => new Uint8Array(length).fill(at + 1))
  const { turns, result } = await turnsOf(joinedInTurns(parts))
  expect(Buffer.compare(result, Buffer.concat(parts))).toBe(0)
  expect(turns).toBeGreaterThanOrEqual(3)
  const small = await turnsOf(joinedInTurns([Uint8Array.of(1, 2), Uint8Array.of(3)]))
  expect(small).toEqual({ turns: 0, result: Uint8Array.of(1, 2, 3) })
})

it('the alarms of many entries are computed in several turns, with the same result', async () => {
  const [base, result] = [buckets(6_000), buckets(5_500)]
  const input = {
    base: { resources: base },
    result: { resources: result },
    steps: noSteps(true),
    own: { project: 'shop', stack: 'prod' },
    isOnPurpose: false,
  }
  const large = await turnsOf(inTurns(alarmsInPieces(input)))
  expect(large.result).toEqual(alarmsOf(input))
  expect(large.result).toHaveLength(1)
  expect(large.turns).toBeGreaterThanOrEqual(2)
  expect((await turnsOf(turnAfter(result))).turns).toBeGreaterThanOrEqual(1)
  expect((await turnsOf(turnAfter(result.slice(1_000)))).turns).toBe(0)
  expect((await turnsOf(turnAfter(null))).turns).toBe(0)
})

it('an outline that comes from the worker thread is kept as it is, and any other document is outlined', async () => {
  const document: StateDocument = { version: 3, deployment: { resources: buckets(9_000) } }
  const prepared = await prepareText(new TextEncoder().encode(JSON.stringify(document)))
  expect(prepared.facts.bytes).toBeGreaterThanOrEqual(LARGE_BYTES)
  const { deps } = testDeps()
  keepOutline(deps, prepared)
  expect(knownOutline(deps, prepared.facts.hash)).toEqual(outlineOf(document))
  const outline = outlineOf(document)
  const { deps: fresh } = testDeps()
  keepOutline(fresh, { ...prepared, document: outline, isOutline: true })
  expect(knownOutline(fresh, prepared.facts.hash)).toBe(outline)
})
