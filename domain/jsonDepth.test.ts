import { expect, it } from 'vitest'
import { createDepthScan, isDeeperThan } from './jsonDepth.ts'

const is = (text: string, most: number) => isDeeperThan(new TextEncoder().encode(text), most)

it('counts objects and lists that stand in each other', () => {
  expect(is('{"a":[{"b":1},{"c":2}]}', 3)).toBe(false)
  expect(is('{"a":[{"b":1},{"c":2}]}', 2)).toBe(true)
  expect(is('['.repeat(100_000), 99_999)).toBe(true)
})

it('does not count what stands in a text, whatever is escaped in it', () => {
  expect(is(JSON.stringify({ a: '[[[[', b: '"[[[[', c: '\\', d: '\\"[[[[', '[[[': 1, '東"[[[': [] }), 2)).toBe(false)
  expect(is('{"a":"\\\\","b":[[[]]]}', 3)).toBe(true)
})

it('leaves to the parser what is no JSON', () => {
  expect(is('"never ends [[[[[[', 2)).toBe(false)
  expect(is(']]]]]]]]]]]]]', 2)).toBe(false)
})

it('finds the same wherever the text is cut', () => {
  const texts = [
    JSON.stringify({ a: '[[[[', b: '"[[[[', c: '\\', d: '\\"[[[[', '[[[': [1, [2]] }),
    '{"a":"\\\\","b":[[[]]]}',
  ]
  for (const bytes of texts.map((text) => new TextEncoder().encode(text))) {
    for (const most of [1, 2, 3, 4]) {
      for (let size = 1; size < bytes.length; size++) {
        const scan = createDepthScan(most)
        let isTooDeep = false
        for (let at = 0; at < bytes.length; at += size) isTooDeep = scan(bytes.subarray(at, at + size)) || isTooDeep
        expect(isTooDeep, `${most} in parts of ${size}`).toBe(isDeeperThan(bytes, most))
      }
    }
  }
})
