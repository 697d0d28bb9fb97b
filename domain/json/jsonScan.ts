import {
  BACKSLASH,
  BEGINS_TEXT,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EFFECT,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPENS,
  PLAIN,
  QUOTE,
  SEPARATES,
} from './jsonBytes.ts'

/** The text is not the expected JSON; `at` is the offset of the byte that shows it. */
export class ScanError extends Error {
  override name = 'ScanError'
  constructor(at: number) {
    super(`not a JSON object (at byte ${at})`)
  }
}

/**
 * The members of the JSON object in `body` (UTF-8), each value as its exact bytes; of repeated keys the last one
 * counts. Only brackets and texts are checked: callers verify that the values are valid JSON.
 */
export function scanMembers(body: Uint8Array): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>()
  const end = walkMembers(body, afterSpace(body, 0), (key, start) => {
    const valueEnd = endOfValue(body, start)
    members.set(key, body.subarray(start, valueEnd))
    return valueEnd
  })
  if (afterSpace(body, end) !== body.length) throw new ScanError(end)
  return members
}

/**
 * Walks the object that starts at `start`. `visit` receives each key with the start of its value, and returns the
 * value's end (`endOfValue`). Returns the index after the object.
 */
export function walkMembers(body: Uint8Array, start: number, visit: (key: string, start: number) => number): number {
  let at = afterSpace(body, behind(body, start, OPEN_BRACE))
  if (body[at] === CLOSE_BRACE) return at + 1
  for (;;) {
    const keyEnd = endOfText(body, at)
    const key = textOf(body.subarray(at, keyEnd), keyEnd)
    at = afterSpace(body, behind(body, afterSpace(body, keyEnd), COLON))
    at = afterSpace(body, visit(key, at))
    if (body[at] === CLOSE_BRACE) return at + 1
    at = afterSpace(body, behind(body, at, COMMA))
  }
}

/** Walks the list that starts at `start`; `visit` receives the start of each item and returns its end. */
export function walkItems(body: Uint8Array, start: number, visit: (start: number) => number): number {
  let at = afterSpace(body, behind(body, start, OPEN_BRACKET))
  if (body[at] === CLOSE_BRACKET) return at + 1
  for (;;) {
    at = afterSpace(body, visit(at))
    if (body[at] === CLOSE_BRACKET) return at + 1
    at = afterSpace(body, behind(body, at, COMMA))
  }
}

function textOf(json: Uint8Array, at: number): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(json)))
  } catch {
    throw new ScanError(at)
  }
}

/** The end of the value that starts at `start`. */
export function endOfValue(body: Uint8Array, start: number): number {
  const first = body[start]
  if (first === QUOTE) return endOfText(body, start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(body, start)
  let at = start
  while (at < body.length && EFFECT[body[at] ?? 0] === PLAIN && !isSpace(body[at])) at++
  if (at === start) throw new ScanError(at)
  return at
}

function endOfNested(body: Uint8Array, start: number): number {
  const { length } = body
  let depth = 0
  for (let at = start; at < length;) {
    const effect = EFFECT[body[at++] ?? 0]
    if (effect === PLAIN || effect === SEPARATES) continue
    if (effect === BEGINS_TEXT) {
      for (let byte = body[at]; at < length && byte !== QUOTE; byte = body[at]) at += byte === BACKSLASH ? 2 : 1
      if (at >= length) throw new ScanError(length)
      at++
    } else if (effect === OPENS) depth++
    else if (--depth === 0) return at
  }
  throw new ScanError(length)
}

/**
 * Index after the closing quote of the text that starts at `start`. No byte of a multi-byte UTF-8 character equals a
 * quote or backslash.
 */
function endOfText(body: Uint8Array, start: number): number {
  let at = behind(body, start, QUOTE)
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return behind(body, at, QUOTE)
}

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

function afterSpace(body: Uint8Array, start: number): number {
  let at = start
  while (isSpace(body[at])) at++
  return at
}

function behind(body: Uint8Array, at: number, byte: number): number {
  if (body[at] !== byte) throw new ScanError(at)
  return at + 1
}
