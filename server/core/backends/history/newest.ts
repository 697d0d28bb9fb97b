import { isAfter } from '../../../blobs/keyOrder.ts'
import type { BlobStore, Call, ObjectFacts } from '../../../blobs/port.ts'

/** Objects of one folder that are held at most: five requests of a bucket. */
export const MOST_LISTED = 5_000
/** The same of a part of it that is tried. */
const MOST_TRIED = 2_000
/** The first guess, if there are more: what is younger than a month. */
const SPAN_MS = 30 * 24 * 3_600_000
/** How often another span is tried. */
const TRIES = 8
const STEP = 32

/** Files of one stack whose names have the time in them: `prefix` is their folder, `stem` what is before the time. */
export type TimedFiles = { prefix: string; stem: string }

/** The newest of them. `from`: all after this key are there; null if simply all are. */
type Newest = { objects: ObjectFacts[]; from: string | null }

/**
 * The newest files of a stack, at least `enough` if there are so many, without listing what may be hundreds of thousands:
 * names sort by time, so a listing can begin at one. Times are those of the store. `after`: only those after this key.
 */
export async function newestOf(
  store: BlobStore,
  files: TimedFiles,
  { after = null, now, enough, ...call }: Call & { after?: string | null; now: number; enough: number },
): Promise<Newest> {
  const { prefix, stem } = files
  if (store.startsAfter !== true) return lastOf(store, prefix, after, call)
  const all = await upTo(MOST_LISTED, store, prefix, after, call)
  if (all !== undefined) return { objects: all, from: after }
  let [few, many, span] = [0, Infinity, SPAN_MS]
  let best: Newest = { objects: [], from: null }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const from = `${prefix}${stem}${nanoseconds(now - span)}`
    const found = await upTo(MOST_TRIED, store, prefix, after !== null && isAfter(after, from) ? after : from, call)
    if (found === undefined) many = span
    else {
      few = span
      best = { objects: found, from }
      if (found.length >= enough) break
    }
    span = many === Infinity ? span * STEP : few === 0 ? many / STEP : Math.sqrt(few * many)
  }
  return best
}

/** A time in the names of files. */
const nanoseconds = (ms: number): string => (ms < 1 ? '0' : `${Math.floor(ms)}000000`).padStart(19, '0')

/** Undefined if there are more than may be held. */
async function upTo(most: number, store: BlobStore, prefix: string, after: string | null, call: Call) {
  const objects: ObjectFacts[] = []
  for await (const page of store.list(prefix, { ...call, ...(after !== null && { after }) })) {
    objects.push(...page)
    if (objects.length > most) return undefined
  }
  return objects
}

/** The last ones of a store that lists in no order, as a directory bucket of AWS: all are listed, but not held. */
async function lastOf(store: BlobStore, prefix: string, after: string | null, call: Call): Promise<Newest> {
  let objects: ObjectFacts[] = []
  let from = after
  const drop = () => {
    const sorted = objects.toSorted((a, b) => (isAfter(a.key, b.key) ? 1 : -1))
    from = sorted.at(-MOST_LISTED - 1)?.key ?? from
    objects = sorted.slice(-MOST_LISTED)
  }
  for await (const page of store.list(prefix, { ...call, ...(after !== null && { after }) })) {
    objects.push(...page)
    if (objects.length > 2 * MOST_LISTED) drop()
  }
  if (objects.length > MOST_LISTED) drop()
  return { objects, from }
}
