import { expect, it } from 'vitest'
import { requestsText } from './requestCost.ts'

const requests = [
  { purpose: 'list', lastHour: 60, lastDay: 1_440 },
  { purpose: 'state', lastHour: 5, lastDay: 100 },
]

it.each([
  ['a day', 's3', 24 * 3600, '1,540 in 24 h, about $0.22 a month'],
  ['an hour, as if it went on like that', 's3', 3600, '1,540 in 1 h, about $5.21 a month'],
  ['less than an hour, which says nothing of a month', 's3', 754, '1,540 in the last 12m 34s'],
  ['seconds, which the last hour says already', 's3', 5, ''],
  ['a kind that bills none', 'folder', 2 * 3600, '1,540 in 2 h'],
  ['another process', 's3', null, 'counted by the process that looks at it'],
] as const)('requests of %s', (_, kind, countedForS, text) => {
  expect(requestsText({ kind, requests, countedForS })).toBe(text)
})

it('are none yet after a start', () => {
  expect(requestsText({ kind: 's3', requests: [], countedForS: 3 })).toBe('none yet')
})

it('less than a cent is said to be so', () => {
  const few = [{ purpose: 'state', lastHour: 1, lastDay: 1 }]
  expect(requestsText({ kind: 'gcs', requests: few, countedForS: 86_400 })).toBe('1 in 24 h, less than $0.01 a month')
})
