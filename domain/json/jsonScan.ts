/** The text is no JSON object; `at` is the byte at which that shows. */
export class ScanError extends Error {
  override name = 'ScanError'
  constructor(at: number) {
    super(`not a JSON object (at byte ${at})`)
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * The members of the JSON object that `body` is (UTF-8), each value as exactly the bytes it stands in; of a repeated key
 * the last counts. Only brackets and texts are followed: whether a value is JSON inside is for its reader to find.
 */
export function scanMembers(body: Uint8Array): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>()
  let at = afterSpace(body, behind(body, afterSpace(body, 0), OPEN_BRACE))
  if (body[at] !== CLOSE_BRACE) {
    for (;;) {
      const keyEnd = endOfText(body, at)
      const key = body.subarray(at, keyEnd)
      at = afterSpace(body, behind(body, afterSpace(body, keyEnd), COLON))
      const end = endOfValue(body, at)
      members.set(textOf(key, keyEnd), body.subarray(at, end))
      at = afterSpace(body, end)
      if (body[at] === CLOSE_BRACE) break
      at = afterSpace(body, behind(body, at, COMMA))
    }
  }
  if (afterSpace(body, at + 1) !== body.length) throw new ScanError(at + 1)
  return members
}

function textOf(json: Uint8Array, at: number): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(json)))
  } catch {
    throw new ScanError(at)
  }
}

function endOfValue(body: Uint8Array, start: number): number {
  const first = body[start]
  if (first === QUOTE) return endOfText(body, start)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(body, start)
  let at = start
  while (at < body.length && body[at] !== COMMA && body[at] !== CLOSE_BRACE && !isSpace(body[at])) at++
  if (at === start) throw new ScanError(at)
  return at
}

function endOfNested(body: Uint8Array, start: number): number {
  let depth = 0
  let at = start
  while (at < body.length) {
    const byte = body[at]
    if (byte === QUOTE) {
      at = endOfText(body, at)
      continue
    }
    at++
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    if (depth === 0) return at
  }
  throw new ScanError(at)
}

/** From the opening quote to behind the closing one. No byte of a longer UTF-8 character looks like a quote or backslash. */
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
