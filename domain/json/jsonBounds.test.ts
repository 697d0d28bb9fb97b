import { describe, expect, it } from 'vitest'
import { createJsonScan, elementsIn, type JsonBounds } from './jsonBounds.ts'

const NONE = { depth: Infinity, elements: Infinity }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const exceeded = (text: string, most: Partial<JsonBounds>) => createJsonScan({ ...NONE, ...most }).take(bytesOf(text))

describe('the depth of a JSON text', () => {
  it('counts nested objects and lists', () => {
    expect(exceeded('{"a":[{"b":1},{"c":2}]}', { depth: 3 })).toBeUndefined()
    expect(exceeded('{"a":[{"b":1},{"c":2}]}', { depth: 2 })).toBe('depth')
    expect(exceeded('['.repeat(100_000), { depth: 99_999 })).toBe('depth')
  })

  it('ignores the contents of strings, whatever is escaped in them', () => {
    const text = JSON.stringify({ a: '[[[[', b: '"[[[[', c: '\\', d: '\\"[[[[', '[[[': 1, '東"[[[': [] })
    expect(exceeded(text, { depth: 2 })).toBeUndefined()
    expect(exceeded('{"a":"\\\\","b":[[[]]]}', { depth: 3 })).toBe('depth')
  })
})

describe('the elements of a JSON text', () => {
  it.each([
    ['{}', 1],
    ['[[],[],[]]', 6],
    ['{"entries":[{},{},{}]}', 7],
    ['{"a":1,"b":[true,null],"c":"x,y,[{"}', 5],
    ['"a,b"', 0],
  ])('are counted in %s: %d', (text, count) => {
    expect(elementsIn(bytesOf(text))).toBe(count)
    expect(exceeded(text, { elements: count })).toBeUndefined()
    expect(exceeded(text, { elements: count - 1 })).toBe(count > 0 ? 'elements' : undefined)
  })

  it('are at least the number of values minus one', () => {
    const values = (value: unknown): number =>
      1 +
      (typeof value === 'object' && value !== null ? Object.values(value).reduce((n, each) => n + values(each), 0) : 0)
    for (const value of [[], [1], { a: { b: { c: [1, 2, { d: [] }] } } }, [[[]], {}, [{}]], { a: 1, b: 2 }])
      expect(elementsIn(bytesOf(JSON.stringify(value)))).toBeGreaterThanOrEqual(values(value) - 1)
  })
})

it('invalid JSON is left to the parser', () => {
  expect(exceeded('"never ends [[[[[[', { depth: 2 })).toBeUndefined()
  expect(exceeded(']]]]]]]]]]]]]', { depth: 2 })).toBeUndefined()
})

it('the result is the same wherever the text is split', () => {
  const texts = [
    JSON.stringify({ a: '[[,,[[', b: '"[[,[[', c: '\\', d: '\\"[[,[[', '[[[': [1, [2]] }),
    '{"a":"\\\\","b":[[[]]]}',
  ]
  for (const text of texts) {
    const bytes = bytesOf(text)
    for (const bounds of [1, 2, 3, 4].flatMap((most) => [{ depth: most }, { elements: most }])) {
      for (let size = 1; size < bytes.length; size++) {
        const scan = createJsonScan({ ...NONE, ...bounds })
        let found: string | undefined
        for (let at = 0; at < bytes.length; at += size) found = scan.take(bytes.subarray(at, at + size))
        expect(found, `${JSON.stringify(bounds)} in parts of ${size}`).toBe(exceeded(text, bounds))
      }
    }
  }
})
