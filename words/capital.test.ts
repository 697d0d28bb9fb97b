import { expect, it } from 'vitest'
import { capital } from './capital.ts'

it.each([
  ['left behind', 'Left behind'],
  ['CI job', 'CI job'],
  ['', ''],
])('begins %j with a capital letter', (text, expected) => {
  expect(capital(text)).toBe(expected)
})
