import { joined } from './delta.ts'
import { endOfValue, ScanError, walkItems, walkMembers } from '../json/jsonScan.ts'

/**
 * Two states as texts, without the resources that are identical byte for byte. Two versions of a stack share nearly all
 * resources, and parsing the rest takes a hundredth of the time.
 */
export type CutTexts = { before: Uint8Array; after: Uint8Array; alike: AlikeEntries }

/** The resources that were cut out, and the original positions of the others. */
export type AlikeEntries = {
  /** Positions of each shared resource in the lists before and after, in the order after. */
  pairs: readonly { from: number; to: number }[]
  /** The original position of each remaining resource. */
  places: { before: readonly number[]; after: readonly number[] }
  /** URN of a resource that was cut out, by its position after. */
  urnOf(to: number): string
}

/** Returns undefined if the texts do not have the form that the CLI sends; they then have to be parsed whole. */
export function cutAlike(before: Uint8Array, after: Uint8Array): CutTexts | undefined {
  return unlessUnreadable(() => {
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
  })
}

/** Start of each resource in the text of a state; undefined if the text does not have the form that the CLI sends. */
export const resourceStarts = (text: Uint8Array): number[] | undefined =>
  unlessUnreadable(() => resourcesIn(text)?.spans.filter((_, index) => index % 2 === 0))

function unlessUnreadable<T>(scan: () => T): T | undefined {
  try {
    return scan()
  } catch (error) {
    if (error instanceof ScanError) return undefined
    throw error
  }
}

/** Start and end of the list of resources, and of each resource: its start, then its end. */
type Spans = { start: number; end: number; spans: number[] }

const countOf = ({ spans }: Spans): number => spans.length / 2

const restOf = (found: Spans, without: ReadonlySet<number>): number[] =>
  Array.from({ length: countOf(found) }, (_, place) => place).filter((place) => !without.has(place))

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/**
 * Finds the resources of an untyped deployment. Go matches keys in any case and uses the last of repeated ones; such
 * texts are not supported here.
 */
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

/** Returns the text with only these resources. */
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

/** Maximum number of resources with the same mark that are compared: in a crafted state, all may have the same. */
const MAX_COMPARED = 8

/**
 * Finds the resources of another text in this one, in any order, each once. Usually the next resource follows the last
 * one found, and then only its bytes are compared.
 */
function createFinder(text: Uint8Array, spans: readonly number[]) {
  const taken = new Set<number>()
  let next = 0
  let byMark: Map<number, number[]> | undefined
  const lengthOf = (place: number) => (spans[2 * place + 1] ?? 0) - (spans[2 * place] ?? 0)
  const isAt = (place: number, other: Uint8Array, start: number): boolean => {
    const from = spans[2 * place]
    // If the resource starts with a brace, equal bytes end at the same place; a number might continue.
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
    /**
     * Returns where the other text's resource at `start` ends, and the position of the resource with the same bytes.
     */
    find(other: Uint8Array, start: number): { from?: number; end: number } {
      let from = isAt(next, other, start) && !taken.has(next) ? next : undefined
      const end = from === undefined ? endOfValue(other, start) : start + lengthOf(from)
      if (from === undefined) {
        byMark ??= marks()
        const alike = byMark.get(markOf(other, start, end - start)) ?? []
        for (let index = 0; index < Math.min(alike.length, MAX_COMPARED) && from === undefined; index++) {
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

/** Number of bytes used for a mark, spread over the resource. */
const MARKED = 128

/** Hash of some bytes: equal for equal resources, and usually different for different ones. */
function markOf(text: Uint8Array, start: number, length: number): number {
  const step = Math.max(1, Math.floor(length / MARKED))
  let mark = length
  for (let at = start; at < start + length; at += step) mark = (Math.imul(mark, 31) + (text[at] ?? 0)) | 0
  return mark
}

/** Whether `length` bytes are equal. */
function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean {
  if (atA + length > a.length || atB + length > b.length) return false
  for (let index = 0; index < length; index++) if (a[atA + index] !== b[atB + index]) return false
  return true
}
