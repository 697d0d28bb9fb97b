import { expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { plainText } from './plainText.ts'

it.each([
  ['\u001B[1;31mred\u001B[0m and \u001B[38;2;1;2;3mtrue colour\u001B[m', 'red and true colour'],
  ['\u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007', 'link'],
  ['\u001B]0;title\u001B\\text', 'text'],
  ['\u001B[2K\u001B[1Gagain', 'again'],
  ['10 %\r20 %\r30 %\nnext', '30 %\nnext'],
  ['line\r\nline', 'line\nline'],
  ['bell\u0007 null\u0000 backspace\u0008', 'bell null backspace'],
  ['\u009B31mshort form', 'short form'],
  ['cut off \u001B[31', 'cut off 31'],
  ['cut off \u001B]8;;https://x', 'cut off '],
  ['\u001Bc reset', ' reset'],
  ['invoice\u202Egpj.exe', 'invoice\\u202egpj.exe'],
  ['<b onclick="x()">bold</b>\t&amp;', '<b onclick="x()">bold</b>\t&amp;'],
])('%j is shown as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

it('a hostile text takes time in proportion to its length', () => {
  const reading = (size: number) => {
    const hostile = '\u001B]'.repeat(size) + '\u001B['.repeat(size) + '\r'.repeat(size)
    return () => plainText(hostile)
  }
  expect(growth(5_000, reading)).toBeLessThan(LINEAR)
})
