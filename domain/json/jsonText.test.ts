import { describe, expect, it } from 'vitest'
import { parseJsonText } from './jsonText.ts'

describe('a JSON text written by hand', () => {
  it.each([
    ['{"a": 1,}', 'comma before a closing bracket', 1, 9],
    ['{"a": 1 "b": 2}', 'comma is missing', 1, 9],
    ['{"a" 1}', 'colon is missing', 1, 6],
    ['{\n  "a": }', 'a value belongs here', 2, 8],
    ["{'a': 1}", 'name in double quotes', 1, 2],
    ['{"a": \'x\'}', 'strings need double quotes', 1, 7],
    ['{"a": "x\n}', 'ends without its quote', 1, 9],
    ['{"a": "\\x"}', 'invalid escape', 1, 8],
    ['{"a": [1, 2}', 'another bracket', 1, 12],
    ['{"a": {"b": 1}', 'ends in the middle', 1, 15],
    ['{"a": "x', 'ends in the middle', 1, 9],
    ['', 'ends in the middle', 1, 1],
    ['{} x', 'after its end', 1, 4],
    ['{"a": 01}', 'a comma is missing', 1, 8],
    ['nul', 'a value belongs here', 1, 1],
  ])('is reported with the error and its position: %j', (text, what, line, column) => {
    expect(parseJsonText(text)).toMatchObject({
      fault: { message: expect.stringContaining(what) as string, line, column },
    })
  })

  it('is reported as incomplete wherever it is cut', () => {
    const whole = JSON.stringify({ a: [1, 'x"y\\', { b: null, c: [] }], d: -1.5e3, e: {} }, undefined, 2)
    for (let end = 0; end < whole.length; end++) expect(parseJsonText(whole.slice(0, end))).toHaveProperty('fault')
    expect(parseJsonText(whole)).toHaveProperty('value')
  })
})
