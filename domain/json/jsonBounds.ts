import { BACKSLASH, BEGINS_TEXT, CLOSES, EFFECT, OPENS, PLAIN, QUOTE } from './jsonBytes.ts'

/**
 * What a JSON text may hold before someone parses it. `depth`: objects and lists inside each other; every walk through
 * a value is a recursion somewhere, the one that writes JSON included, so a text that can be parsed may be one that can
 * never be written again. `elements`: commas and opening brackets, of which there are at least as many as values (but
 * one); memory and time of parsing go with them, not with the bytes.
 */
export type JsonBounds = { depth: number; elements: number }
export type Exceeded = keyof JsonBounds

export type JsonScan = {
  /** Takes the next part, cut anywhere; says which bound the text has exceeded so far. */
  take(part: Uint8Array): Exceeded | undefined
  elements(): number
}

/** Counts what is in a JSON text (UTF-8) without parsing it. What is not JSON is left to the parser. */
export function createJsonScan({ depth: mostDepth, elements: mostElements }: JsonBounds): JsonScan {
  let depth = 0
  let elements = 0
  let isInText = false
  let isEscaped = false
  let exceeded: Exceeded | undefined

  /** From inside a text to behind its closing quote. */
  function endOfText(json: Uint8Array, start: number): number {
    let at = start
    for (let byte = json[at]; at < json.length && byte !== QUOTE; byte = json[at]) at += byte === BACKSLASH ? 2 : 1
    isInText = at >= json.length
    isEscaped = at > json.length
    return at + 1
  }

  function take(json: Uint8Array): Exceeded | undefined {
    if (exceeded !== undefined) return exceeded
    // Local names: what a function closes over is slower to count with.
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

/** How many elements a JSON text has, as `JsonBounds` counts them. */
export function elementsIn(json: Uint8Array): number {
  const scan = createJsonScan({ depth: Infinity, elements: Infinity })
  scan.take(json)
  return scan.elements()
}
