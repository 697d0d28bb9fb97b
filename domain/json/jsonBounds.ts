import { BACKSLASH, BEGINS_TEXT, CLOSES, EFFECT, OPENS, PLAIN, QUOTE } from './jsonBytes.ts'

/**
 * Limits for a JSON text before it is parsed. `depth`: nesting of objects and lists; all code that walks a value is
 * recursive, including the JSON writer, so a text that can be parsed might be impossible to write again. `elements`:
 * number of commas and opening brackets, at least the number of values minus one; parsing time and memory depend on it
 * rather than on the bytes.
 */
export type JsonBounds = { depth: number; elements: number }
export type Exceeded = keyof JsonBounds

export type JsonScan = {
  /** Takes the next part, cut at any byte. Returns the limit that the text has exceeded so far, if any. */
  take(part: Uint8Array): Exceeded | undefined
  elements(): number
}

/** Counts depth and elements of a JSON text (UTF-8) without parsing it. Invalid JSON is left to the parser. */
export function createJsonScan({ depth: mostDepth, elements: mostElements }: JsonBounds): JsonScan {
  let depth = 0
  let elements = 0
  let isInText = false
  let isEscaped = false
  let exceeded: Exceeded | undefined

  /** Index after the closing quote of the text that contains `start`. */
  function endOfText(json: Uint8Array, start: number): number {
    let at = start
    for (let byte = json[at]; at < json.length && byte !== QUOTE; byte = json[at]) at += byte === BACKSLASH ? 2 : 1
    isInText = at >= json.length
    isEscaped = at > json.length
    return at + 1
  }

  function take(json: Uint8Array): Exceeded | undefined {
    if (exceeded !== undefined) return exceeded
    // Local variables: counting in closure variables is slower.
    let [open, seen] = [depth, elements]
    let at = isInText ? endOfText(json, isEscaped ? 1 : 0) : 0
    for (const { length } = json; at < length;) {
      const effect = EFFECT[json[at++] ?? 0]
      if (effect === PLAIN) continue
      if (effect === BEGINS_TEXT) at = endOfText(json, at)
      else if (effect === CLOSES) open--
      else {
        seen++
        if (effect === OPENS && ++open > mostDepth) exceeded = 'depth'
        else if (seen > mostElements) exceeded = 'elements'
        if (exceeded !== undefined) break
      }
    }
    depth = open
    elements = seen
    return exceeded
  }

  return { take, elements: () => elements }
}

/** Number of elements in a JSON text, as counted for `JsonBounds`. */
export function elementsIn(json: Uint8Array): number {
  const scan = createJsonScan({ depth: Infinity, elements: Infinity })
  scan.take(json)
  return scan.elements()
}
