import { durationText } from '#words/time.ts'
import { after, gather, type Overlay, type OverlayClass, type Places } from './overlay.ts'

/** A step of a run; times in milliseconds. */
type Step = { urn: string; op: string; begin: number | null; end: number | null }

/** Classes of durations, longest first. */
const SPANS: readonly (OverlayClass & { from: number })[] = [
  { id: '10m', sign: '10m', look: 'kind-f', from: 600_000, words: after('took 10 minutes or more') },
  { id: '1m', sign: '1m', look: 'kind-c', from: 60_000, words: after('took minutes') },
  { id: '10s', sign: '10s', look: 'kind-d', from: 10_000, words: after('took 10 to 60 s') },
  { id: '1s', sign: '1s', look: 'kind-e', from: 1_000, words: after('took 1 to 10 s') },
  { id: '0s', sign: '<1', look: 'kind-a', from: 0, words: after('took less than 1 s') },
]

/** Marks resources by the duration of their steps in a run. All steps of a replacement are added up. */
export function durationOverlay(steps: readonly Step[], places: Places): Overlay {
  const took = new Map<string, number>()
  for (const { urn, op, begin, end } of steps) {
    if (op === 'same' || begin === null || end === null) continue
    took.set(urn, (took.get(urn) ?? 0) + Math.max(0, end - begin))
  }
  const gathered = gather(SPANS, places)
  const notes = new Map<number, string>()
  for (const [urn, ms] of took) {
    gathered.add(SPANS.find(({ from }) => ms >= from)?.id ?? '0s', urn, '')
    const index = places.indexOf(urn)
    if (index >= 0) notes.set(index, durationText(ms))
  }
  return { ...gathered.overlay(), notes }
}
