import type { DictionaryEntry } from './dictionary.ts'

/** One text of an entry, prepared for the search. */
export type Pattern = {
  entry: DictionaryEntry
  fragment: string
  /** The longest part without placeholders, without spaces and in lower case: what the search looks for. */
  anchor: string
  /** Verifies the text around an anchor, and captures the placeholders. Every part has a maximum length. */
  regex: RegExp
  /** Maximum distance of the text before and after the end of the anchor. */
  before: number
  after: number
  hasGap: boolean
}

/** Maximum distance of any text before or after its anchor. */
export const REACH = 1200

const NUMBER = /^\{(?:n|deleted)\}$/
const TOKEN = /\{(\w+)\}|…/

export function compile(entry: DictionaryEntry, fragment: string): Pattern {
  const pieces = fragment.split(/(\{\w+\}|…)/).filter((piece) => piece !== '')
  const literals = pieces.filter((piece) => !TOKEN.test(piece)).map(squeeze)
  const anchor = literals.reduce((best, each) => (each.length > best.length ? each : best), '')
  const anchorAt = pieces.findIndex((piece) => squeeze(piece) === anchor)
  const reach = (some: string[]) =>
    some.reduce((sum, piece) => sum + (TOKEN.test(piece) ? (NUMBER.test(piece) ? 10 : 500) : 2 * piece.length), 10)
  const source = pieces
    .map((piece, index) => {
      if (piece === '…') return String.raw`[^]{0,300}?`
      const name = TOKEN.exec(piece)?.[1]
      return name ? `(?<${name}>${placeholder(name, index === 0, index === pieces.length - 1)})` : literal(piece)
    })
    .join(String.raw`\s?`)
  // A short phrase must match as a whole; a name such as AccessDenied may be part of a longer one.
  const isShortPhrase = literals.join('').length < 16 && fragment.includes(' ')
  const bounded = isShortPhrase ? `(?<![a-z0-9])${source}(?![a-z0-9])` : source
  return {
    entry,
    fragment,
    anchor: anchor.toLowerCase(),
    regex: new RegExp(bounded, 'gi'),
    before: Math.min(REACH, reach(pieces.slice(0, anchorAt + 1))),
    after: Math.min(REACH, reach(pieces.slice(anchorAt + 1))),
    hasGap: pieces.includes('…'),
  }
}

const squeeze = (text: string): string => text.replace(/\s+/g, '')

/** Spaces and line breaks are allowed anywhere, as terminals wrap in the middle of words. */
const literal = (text: string): string =>
  Array.from(squeeze(text), (char) => char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)).join(String.raw`\s?`)

function placeholder(name: string, isFirst: boolean, isLast: boolean): string {
  if (NUMBER.test(`{${name}}`)) return String.raw`\d{1,9}`
  if (isFirst) return name === 'urn' ? `urn:[^'"() ]{1,500}` : String.raw`[^\s'"]{1,200}`
  if (isLast) return String.raw`[^\s'",()]{1,400}(?<![:.;])`
  if (name === 'stack' || name === 'urn') return `[^'" ]{1,500}?`
  return name === 'version' ? String.raw`[\w.+-]{1,60}?` : `[^'"]{1,400}?`
}

/** Finds many texts in one pass over the characters (Aho-Corasick), ignoring spaces. */
export type Search = (text: string, state: number, onHit: (end: number, patterns: number[]) => void) => number

export function createSearch(anchors: readonly string[]): Search {
  const classOf = new Uint8Array(128)
  let classes = 1
  for (const char of new Set(anchors.join(''))) classOf[char.charCodeAt(0)] = classes++
  for (let upper = 65; upper <= 90; upper++) classOf[upper] = classOf[upper + 32] ?? 0
  const total = anchors.reduce((sum, { length }) => sum + length, 1)
  const next = new Int32Array(total * classes).fill(-1)
  const hits: number[][] = [[]]
  for (const [index, anchor] of anchors.entries()) {
    let state = 0
    for (const char of anchor) {
      const slot = state * classes + (classOf[char.charCodeAt(0)] ?? 0)
      if (next[slot] === -1) next[slot] = hits.push([]) - 1
      state = next[slot] ?? 0
    }
    hits[state]?.push(index)
  }
  const fallback = new Int32Array(hits.length)
  const queue: number[] = []
  for (let each = 0; each < classes; each++) {
    const child = next[each] ?? -1
    if (child === -1) next[each] = 0
    else queue.push(child)
  }
  for (const state of queue) {
    hits[state]?.push(...(hits[fallback[state] ?? 0] ?? []))
    for (let each = 0; each < classes; each++) {
      const slot = state * classes + each
      const onward = next[(fallback[state] ?? 0) * classes + each] ?? 0
      const child = next[slot] ?? -1
      if (child === -1) next[slot] = onward
      else {
        fallback[child] = onward
        queue.push(child)
      }
    }
  }
  const isHit = Uint8Array.from(hits, (patterns) => (patterns.length > 0 ? 1 : 0))
  return (text, start, onHit) => {
    let state = start
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 32 || code === 10) continue
      state = code < 128 ? (next[state * classes + (classOf[code] ?? 0)] ?? 0) : 0
      if (isHit[state] === 1) onHit(index + 1, hits[state] ?? [])
    }
    return state
  }
}
