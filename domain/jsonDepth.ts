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
export function isDeeperThan(json: Uint8Array, most: number): boolean {
  const { length } = json
  if (length <= most) return false
  let depth = 0
  for (let at = 0; at < length; at++) {
    const effect = EFFECT[json[at] ?? 0]
    if (effect === PLAIN) continue
    if (effect === BEGINS_TEXT) {
      at++
      for (let byte = json[at]; at < length && byte !== QUOTE; byte = json[at]) at += byte === BACKSLASH ? 2 : 1
    } else if (effect === CLOSES) depth -= 1
    else if (++depth > most) return true
  }
  return false
}
