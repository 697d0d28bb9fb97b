const QUOTE = 0x22
const BACKSLASH = 0x5c

/** What a byte outside of texts does, found in one look: a state has a hundred million of them. */
const PLAIN = 0
const BEGINS_TEXT = 1
const OPENS = 2
const CLOSES = 3
const EFFECT = new Uint8Array(256)
EFFECT[QUOTE] = BEGINS_TEXT
for (const bracket of '[{') EFFECT[bracket.charCodeAt(0)] = OPENS
for (const bracket of ']}') EFFECT[bracket.charCodeAt(0)] = CLOSES

/**
 * Whether objects and lists of a JSON text (UTF-8) stand more than `most` deep in each other. Every walk through a value
 * is a recursion somewhere, the one that writes JSON included, so a text that can be parsed may be one that can never be
 * written again.
 */
export const isDeeperThan = (json: Uint8Array, most: number): boolean =>
  json.length > most && createDepthScan(most)(json)

/** The same for a text that comes part by part, cut anywhere: tells after each whether it has been too deep so far. */
export function createDepthScan(most: number): (part: Uint8Array) => boolean {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let isTooDeep = false
  return (part) => {
    const { length } = part
    let at = 0
    while (at < length && !isTooDeep) {
      if (isInText) {
        if (isEscaped) at++
        isEscaped = false
        let byte = part[at]
        for (; at < length && byte !== QUOTE; byte = part[at]) at += byte === BACKSLASH ? 2 : 1
        isEscaped = at > length
        if (at >= length) return false
        isInText = false
        at++
        continue
      }
      const effect = EFFECT[part[at] ?? 0]
      at++
      if (effect === PLAIN) continue
      if (effect === BEGINS_TEXT) isInText = true
      else if (effect === CLOSES) depth -= 1
      else isTooDeep = ++depth > most
    }
    return isTooDeep
  }
}
