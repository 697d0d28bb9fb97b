import { cleanLine } from './cleanLine.ts'
import { dictionary, type DictionaryEntry } from './dictionary.ts'
import { compile, createSearch, type Pattern, REACH } from './pattern.ts'
import { triageOrder } from './triageOrder.ts'

/** A known error in a pasted text: what it means, what to do, and where it occurs. */
export type Recognised = Pick<
  DictionaryEntry,
  'id' | 'title' | 'meaning' | 'recoveries' | 'advice' | 'where' | 'problem'
> & {
  /** The matched text of the dictionary. */
  fragment: string
  /** Captured values of the first occurrence: `stack`, `urn`, `version`, `n`, `x`. */
  found: Record<string, string>
  /** Number of occurrences, and the first 50 of them; lines count from 1. */
  count: number
  places: { line: number; found: Record<string, string> }[]
}

const compiled = dictionary.flatMap((entry) => entry.fragments.map((fragment) => compile(entry, fragment)))
const patterns = compiled.filter(({ entry }) => !entry.isLastLine)
/** Recognised by what is missing: the log ends with the heading of an empty list. */
const lastLines = compiled.filter(({ entry }) => entry.isLastLine)
const search = createSearch(patterns.map(({ anchor }) => anchor))

/**
 * Finds the known errors in a pasted terminal or CI log, in the order of triage, the most specific first
 * (docs/recovery.md, Errors in a pasted text). Colours, wrapped lines, timestamps and CI prefixes are ignored. Returns
 * an empty list if nothing is known.
 */
export function recogniseErrors(pasted: string): Recognised[] {
  const recogniser = createRecogniser()
  recogniser.push(pasted)
  return recogniser.end()
}

export type Recogniser = { push: (chunk: string) => void; end: () => Recognised[] }

const BATCH = 1 << 16
const PLACES = 50
/** Maximum number of attempts for one text that matches everywhere. */
const TRIES = 20_000

type Occurrence = { start: number; end: number; line: number; pattern: Pattern; found: Record<string, string> }

/** Recognises errors in a log of any size that arrives in pieces: time is linear in its length, memory constant. */
export function createRecogniser(): Recogniser {
  let rest = ''
  let lines: string[] = []
  let size = 0
  let line = 0
  let lastLine = ''
  let text = ''
  /** Offset of `text` in all cleaned lines. */
  let base = 0
  let state = 0
  let starts: { at: number; line: number }[] = []
  let pending: { end: number; pattern: number }[] = []
  const tries = new Map<number, number>()
  const occurrences = new Map<string, Occurrence[]>()
  const counts = new Map<string, number>()

  const take = (raw: string) => {
    line++
    const clean = cleanLine(raw)
    if (clean === '') return
    starts.push({ at: base + text.length + size, line })
    lines.push(clean)
    size += clean.length + 1
    lastLine = clean
    if (size >= BATCH) flush(false)
  }

  const flush = (isEnd: boolean) => {
    const from = text.length
    if (lines.length > 0) text += `${lines.join('\n')}\n`
    lines = []
    size = 0
    state = search(text, from, state, (end, hits) => {
      for (const pattern of hits) pending.push({ end: base + end, pattern })
    })
    const limit = isEnd ? Number.POSITIVE_INFINITY : base + text.length - REACH
    const ready = pending.filter(({ end }) => end <= limit)
    pending = pending.filter(({ end }) => end > limit)
    for (const hit of ready) verify(hit.end - base, hit.pattern)
    const keep = Math.max(
      0,
      Math.min(text.length - REACH, (pending[0]?.end ?? Number.POSITIVE_INFINITY) - base - REACH),
    )
    text = text.slice(keep)
    base += keep
    const firstKept = starts.findLastIndex(({ at }) => at <= base)
    starts = starts.slice(Math.max(firstKept, 0))
  }

  const verify = (end: number, index: number) => {
    const pattern = patterns[index]
    const tried = (tries.get(index) ?? 0) + 1
    tries.set(index, tried)
    if (!pattern || tried > (pattern.hasGap ? TRIES / 10 : TRIES)) return
    const windowStart = Math.max(0, end - pattern.before)
    const window = text.slice(windowStart, end + pattern.after)
    // Of several possible starts the last one is right: the others span an unrelated sentence.
    let best: Omit<Occurrence, 'line'> | undefined
    pattern.regex.lastIndex = 0
    for (let match = pattern.regex.exec(window); match; match = pattern.regex.exec(window)) {
      pattern.regex.lastIndex = match.index + 1
      const start = windowStart + match.index
      if (start >= end) break
      if (start + match[0].length < end) continue
      best = { start: base + start, end: base + start + match[0].length, pattern, found: foundIn(match) }
    }
    if (best && (pattern.entry.check?.(best.found) ?? true)) note({ ...best, line: lineAt(best.start) })
  }

  const lineAt = (at: number): number => starts.findLast((each) => each.at <= at)?.line ?? line

  const note = (occurrence: Occurrence) => {
    const { id } = occurrence.pattern.entry
    const known = occurrences.get(id) ?? []
    const last = known.at(-1)
    if (last && occurrence.start < last.end && last.start < occurrence.end) {
      // Another text of the entry matched at the same place: keep the one with more detail.
      if (rank(occurrence) > rank(last)) known[known.length - 1] = occurrence
      return
    }
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (known.length < PLACES) known.push(occurrence)
    occurrences.set(id, known)
  }

  return {
    push: (chunk) => {
      const pieces = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
      rest = pieces.pop() ?? ''
      for (const piece of pieces) take(piece)
      // A log without line breaks is processed in batches, so that it is not concatenated repeatedly.
      while (rest.length > BATCH) {
        take(rest.slice(0, BATCH))
        line--
        rest = rest.slice(BATCH)
      }
    },
    end: () => {
      take(rest)
      rest = ''
      flush(true)
      for (const pattern of lastLines)
        if (lastLine.toLowerCase() === pattern.fragment.toLowerCase())
          note({ start: base, end: base, line, pattern, found: {} })
      return results(occurrences, counts)
    },
  }
}

/** Joins captured values that span a wrapped line. */
const foundIn = ({ groups }: RegExpExecArray): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups ?? {}).map(([name, value]) => [name, value.replace(name === 'x' ? /\n/g : /\s/g, '')]),
  )

const rank = ({ found, start, end }: Occurrence): number => Object.keys(found).length * 10_000 + end - start

function results(occurrences: ReadonlyMap<string, Occurrence[]>, counts: ReadonlyMap<string, number>): Recognised[] {
  const all = [...occurrences.values()]
  const recognised = all.filter((places) => !places.every((place) => isPartOfAnother(place, all)))
  return triageOrder(
    recognised.flatMap((places): Recognised[] => {
      const [first] = places
      if (!first) return []
      const { id, title, meaning, recoveries, advice, where, problem } = first.pattern.entry
      return [
        {
          id,
          fragment: first.pattern.fragment,
          title,
          meaning,
          recoveries,
          advice,
          where,
          ...(problem !== undefined && { problem }),
          found: first.found,
          count: counts.get(id) ?? places.length,
          places: places.map(({ line, found }) => ({ line, found })),
        },
      ]
    }),
  )
}

/** Whether a longer match contains this one. */
const isPartOfAnother = (place: Occurrence, all: Occurrence[][]): boolean =>
  all.some((others) =>
    others.some(
      ({ pattern, start, end }) =>
        pattern.entry !== place.pattern.entry &&
        !pattern.hasGap &&
        start <= place.start &&
        place.end <= end &&
        end - start > place.end - place.start,
    ),
  )
