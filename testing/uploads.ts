import { createCheckpoints } from '#testing/states/checkpoints.ts'
import type { Run } from '#mocks/cli.ts'
import type { Recorded } from '#testing/conformance/engine.ts'

/** A client that saves both verbatim and by deltas. */
export const checkpointsOf = createCheckpoints

export type Mode = 'journal' | 'full' | 'delta'
export const MODES: readonly Mode[] = ['journal', 'full', 'delta']

/**
 * Reports the steps of a run in one of the three ways. Journal batches come as parallel senders and retries make them:
 * of any size, out of order, some twice. Checkpoints come one after another; with `every` n only each n-th and the last
 * one, as from a client that saves no more often than necessary.
 */
export async function upload(
  run: Run,
  mode: Mode,
  steps: readonly Recorded[],
  { random = Math.random, every = 1 }: { random?: () => number; every?: number } = {},
): Promise<void> {
  if (mode === 'journal') {
    for (const batch of batches(steps, random)) await run.journal(batch.map(({ entry }) => entry))
    return
  }
  const checkpoints = createCheckpoints(run)
  for (const [index, { after }] of steps.entries()) {
    if (index % every !== 0 && index !== steps.length - 1) continue
    await (mode === 'full' ? run.saveFull(after) : checkpoints.save(after))
  }
}

function batches(steps: readonly Recorded[], random: () => number): Recorded[][] {
  const shuffled = steps
    .map((step, index) => ({ step, place: index + random() * 6 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ step }) => step)
  const all: Recorded[][] = []
  for (let from = 0; from < shuffled.length;) {
    const size = 1 + Math.floor(random() * 12)
    const batch = shuffled.slice(from, from + size)
    all.push(batch, ...(random() < 0.2 ? [batch] : []))
    from += size
  }
  return all
}
