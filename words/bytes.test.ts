import { expect, it } from 'vitest'
import { bytesText } from './bytes.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3_449, '3.4 kB'],
  [85_000_000, '85 MB'],
  [999_600, '1.0 MB'],
])('%d bytes are "%s"', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
