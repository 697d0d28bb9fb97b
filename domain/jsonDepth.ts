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
  let before = { depth: 0, isInText: false, isEscaped: false, isTooDeep: false }
  return (part) => {
    before = scanPart(part, before, most)
    return before.isTooDeep
  }
}

type Scanned = { depth: number; isInText: boolean; isEscaped: boolean; isTooDeep: boolean }

function scanPart(json: Uint8Array, before: Scanned, most: number): Scanned {
  const { length } = json
  let { depth } = before
  let at = before.isEscaped ? 1 : 0
  if (before.isInText) {
    for (let byte = json[at]; at < length && byte !== QUOTE; byte = json[at]) at += byte === BACKSLASH ? 2 : 1
    if (at >= length) return { ...before, isEscaped: at > length }
    at++
  }
  for (; at < length; at++) {
    const effect = EFFECT[json[at] ?? 0]
    if (effect === PLAIN) continue
    if (effect === BEGINS_TEXT) {
      at++
      for (let byte = json[at]; at < length && byte !== QUOTE; byte = json[at]) at += byte === BACKSLASH ? 2 : 1
      if (at >= length) return { depth, isInText: true, isEscaped: at > length, isTooDeep: before.isTooDeep }
    } else if (effect === CLOSES) depth -= 1
    else if (++depth > most) return { depth, isInText: false, isEscaped: false, isTooDeep: true }
  }
  return { depth, isInText: false, isEscaped: false, isTooDeep: before.isTooDeep }
}
