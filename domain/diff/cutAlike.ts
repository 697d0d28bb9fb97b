import { joined } from './delta.ts'
import { endOfValue, ScanError, walkItems, walkMembers } from '../json/jsonScan.ts'

/**
 * Two states as texts, without the resources that are in both byte for byte. Of two versions of one stack that is nearly
 * all of them, and parsing what is left takes a hundredth of the time.
 */
export type CutTexts = { before: Uint8Array; after: Uint8Array; alike: AlikeEntries }

/** What was left out, and where what is left was. */
export type AlikeEntries = {
  /** Places in the list of resources before and after, in the order after. */
  pairs: readonly { from: number; to: number }[]
  /** For each resource that is left, its former place. */
  places: { before: readonly number[]; after: readonly number[] }
  /** The URN of one that was left out. */
  urnOf(to: number): string
}

/** Undefined when the texts have another form than what the CLI sends: then they have to be parsed whole. */
export function cutAlike(before: Uint8Array, after: Uint8Array): CutTexts | undefined {
  try {
    const was = resourcesIn(before)
    if (was === undefined) return undefined
    const finder = createFinder(before, was.spans)
    const pairs: { from: number; to: number }[] = []
    let place = 0
    const is = resourcesIn(after, (start) => {
      const { from, end } = finder.find(after, start)
      if (from !== undefined) pairs.push({ from, to: place })
      place += 1
      return end
    })
    if (is === undefined) return undefined
    const places = {
      before: restOf(was, new Set(pairs.map(({ from }) => from))),
      after: restOf(is, new Set(pairs.map(({ to }) => to))),
    }
    return {
      before: textWith(before, was, places.before),
      after: textWith(after, is, places.after),
      alike: { pairs, places, urnOf: (to) => urnIn(after, is.spans[2 * to] ?? 0) },
    }
  } catch (error) {
    if (error instanceof ScanError) return undefined
    throw error
  }
}

/** Where the list of resources begins and ends, and each of them: its start, then its end. */
type Spans = { start: number; end: number; spans: number[] }

const countOf = ({ spans }: Spans): number => spans.length / 2

const restOf = (found: Spans, without: ReadonlySet<number>): number[] =>
  Array.from({ length: countOf(found) }, (_, place) => place).filter((place) => !without.has(place))

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/** The resources of an untyped deployment. Go reads keys in any case, and the last of those that repeat: neither is followed. */
function resourcesIn(
  text: Uint8Array,
  endOf: (start: number) => number = (start) => endOfValue(text, start),
): Spans | undefined {
  let found: Spans | undefined
  let isOther = false
  const only = (key: string, name: string): boolean => {
    if (key.toLowerCase() !== name) return false
    if (key !== name || found !== undefined) isOther = true
    return !isOther
  }
  const intoDeployment = (key: string, start: number): number => {
    if (!only(key, 'resources') || text[start] !== OPEN_BRACKET) return endOfValue(text, start)
    const spans: number[] = []
    const end = walkItems(text, start, (item) => {
      const itemEnd = endOf(item)
      spans.push(item, itemEnd)
      return itemEnd
    })
    found = { start, end, spans }
    return end
  }
  walkMembers(text, 0, (key, start) => {
    if (key.toLowerCase() === 'checkpoint') isOther = true
    return only(key, 'deployment') && text[start] === OPEN_BRACE
      ? walkMembers(text, start, intoDeployment)
      : endOfValue(text, start)
  })
  return isOther ? undefined : found
}

/** The same text with these resources only. */
function textWith(text: Uint8Array, { start, end, spans }: Spans, places: readonly number[]): Uint8Array {
  const parts = [text.subarray(0, start + 1)]
  for (const [index, place] of places.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(text.subarray(spans[2 * place], spans[2 * place + 1]))
  }
  return joined([...parts, text.subarray(end - 1)])
}

const COMMA = Uint8Array.of(0x2c)

function urnIn(text: Uint8Array, start: number): string {
  const entry = JSON.parse(new TextDecoder().decode(text.subarray(start, endOfValue(text, start)))) as { urn?: unknown }
  return typeof entry.urn === 'string' ? entry.urn : ''
}

/** Most resources with the same mark that are compared: a state may have been made so that all have one. */
const MOST_COMPARED = 8

/**
 * Finds the resources of one text in another, in whatever order, each once. Mostly the next one is the one after the last:
 * then its bytes are compared, and nothing else is examined.
 */
function createFinder(text: Uint8Array, spans: readonly number[]) {
  const taken = new Set<number>()
  let next = 0
  let byMark: Map<number, number[]> | undefined
  const lengthOf = (place: number) => (spans[2 * place + 1] ?? 0) - (spans[2 * place] ?? 0)
  const isAt = (place: number, other: Uint8Array, start: number): boolean => {
    const from = spans[2 * place]
    // Behind a brace the same bytes end where they end here; a number may continue.
    return from !== undefined && text[from] === OPEN_BRACE && isSame(text, from, other, start, lengthOf(place))
  }
  const marks = (): Map<number, number[]> => {
    const found = new Map<number, number[]>()
    for (let place = 0; 2 * place < spans.length; place++) {
      const mark = markOf(text, spans[2 * place] ?? 0, lengthOf(place))
      const list = found.get(mark)
      if (list === undefined) found.set(mark, [place])
      else list.push(place)
    }
    return found
  }
  return {
    /** Where the resource of the other text that begins there ends, and the place of the one with the same bytes. */
    find(other: Uint8Array, start: number): { from?: number; end: number } {
      let from = isAt(next, other, start) && !taken.has(next) ? next : undefined
      const end = from === undefined ? endOfValue(other, start) : start + lengthOf(from)
      if (from === undefined) {
        byMark ??= marks()
        const alike = byMark.get(markOf(other, start, end - start)) ?? []
        for (let index = 0; index < Math.min(alike.length, MOST_COMPARED) && from === undefined; index++) {
          const place = alike[index] ?? 0
          if (!taken.has(place) && lengthOf(place) === end - start && isAt(place, other, start)) from = place
        }
      }
      if (from === undefined) return { end }
      taken.add(from)
      next = from + 1
      return { from, end }
    },
  }
}

/** Bytes of a resource that its mark is made of, spread over it. */
const MARKED = 128

/** The same for the same bytes, and mostly another for others. */
function markOf(text: Uint8Array, start: number, length: number): number {
  const step = Math.max(1, Math.floor(length / MARKED))
  let mark = length
  for (let at = start; at < start + length; at += step) mark = (Math.imul(mark, 31) + (text[at] ?? 0)) | 0
  return mark
}

/** Whether so many bytes are the same. */
function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  if (atA + length > a.length || atB + length > b.length) return false
  for (let index = 0; index < length; index++) if (a[atA + index] !== b[atB + index]) return false
  return true
}
