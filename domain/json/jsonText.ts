/** An error in a JSON text with its position, counted from 1. Never quotes the text, which may be a secret. */
type JsonFault = {
  message: string
  line: number
  column: number
  /** The text ends before the value does. */
  isCutShort: boolean
}

/** Parses a text written by a user. */
export function parseJsonText(text: string): { value: unknown } | { fault: JsonFault } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    const { at, what } = firstFault(text)
    return { fault: { message: `Not valid JSON: ${what}`, ...placeOf(text, at), isCutShort: at >= text.length } }
  }
}

type Fault = { at: number; what: string }

const SPACE = /[ \t\n\r]*/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- JSON allows no control characters inside a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/**
 * The first error in an invalid JSON text. The errors of JavaScript engines have different texts, and some lack the
 * position.
 */
function firstFault(text: string): Fault {
  const open: ('{' | '[')[] = []
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found !== null
  }
  const fault = (what: string): Fault =>
    at >= text.length ? { at: text.length, what: 'it ends in the middle' } : { at, what }
  let wants: 'value' | 'key' | 'next' = 'value'
  for (;;) {
    skip(SPACE)
    const here = text[at] ?? ''
    const inside = open.at(-1)
    if (wants === 'next') {
      if (inside === undefined) return fault('something follows after its end')
      if (here === ',') {
        at += 1
        wants = inside === '{' ? 'key' : 'value'
        skip(SPACE)
        if (text[at] === '}' || text[at] === ']') return fault('there is a comma before a closing bracket')
      } else if (here === (inside === '{' ? '}' : ']')) {
        at += 1
        open.pop()
      } else
        return fault(here === '}' || here === ']' ? 'another bracket is open here' : 'a comma is missing before this')
    } else if (wants === 'key') {
      if (here !== '"') return fault(here === '' ? '' : 'a name in double quotes belongs here')
      if (!skip(TEXT)) return textFault(text, at)
      skip(SPACE)
      if (text[at] !== ':') return fault('a colon is missing before this')
      at += 1
      wants = 'value'
    } else if (here === '{' || here === '[') {
      at += 1
      skip(SPACE)
      if (text[at] === (here === '{' ? '}' : ']')) {
        at += 1
        wants = 'next'
      } else {
        open.push(here)
        wants = here === '{' ? 'key' : 'value'
      }
    } else if (here === '"') {
      if (!skip(TEXT)) return textFault(text, at)
      wants = 'next'
    } else if (skip(SCALAR)) wants = 'next'
    else return fault(here === "'" ? 'strings need double quotes' : 'a value belongs here')
  }
}

/** An invalid string literal: not closed on its line, or with an invalid escape. */
function textFault(text: string, at: number): Fault {
  for (let end = at + 1; end < text.length; end++) {
    const char = text[end] ?? ''
    if (char === '\\') {
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(end, end + 6)))
        return { at: end, what: 'invalid escape' }
      end += 1
    } else if (char < ' ') return { at: end, what: 'a text ends without its quote' }
  }
  return { at: text.length, what: 'it ends in the middle' }
}

function placeOf(text: string, position: number): { line: number; column: number } {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return { line, column: position - before.lastIndexOf('\n') }
}
