const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * Whether objects and lists of a JSON text (UTF-8) stand more than `most` deep in each other. Every walk through a value
 * is a recursion somewhere, the one that writes JSON included, so a text that can be parsed may be one that can never be
 * written again.
 */
export function isDeeperThan(json: Uint8Array, most: number): boolean {
  if (json.length <= most) return false
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      at = endOfText(json, at + 1)
      if (at < 0) return false // no JSON: for its parser to find
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > most) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return false
}

/** Where the text ends that begins at `from`: at a quote after an even number of backslashes; -1 when it does not. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = json.indexOf(QUOTE, at)
    if (at < 0) return -1
    let escapes = 0
    while (at - 1 - escapes >= from && json[at - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
    at += 1
  }
}
