import { expect, it } from 'vitest'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import { createCounter } from './requests.ts'

it('counts the listings for a history as listings, which cost more than its reads', async () => {
  const now = () => Date.parse('2026-01-05T09:00:00Z')
  const blobs = createMemoryBlobs(now)
  blobs.set('.pulumi/history/shop/prod/prod-1.history.json', '{}')
  const counter = createCounter(now)
  const store = counter.counted(blobs)
  const keys: string[] = []
  for await (const page of store.list('.pulumi/history/shop/prod/', { purpose: 'history' }))
    keys.push(...page.map(({ key }) => key))
  for (const key of keys) await store.read(key, { purpose: 'history' })
  expect(counter.requests()).toEqual([
    { purpose: 'list', lastHour: 1, lastDay: 1 },
    { purpose: 'history', lastHour: 1, lastDay: 1 },
  ])
})

it('says for how long it has counted, which is a day at most', () => {
  let at = 0
  const counter = createCounter(() => at)
  const after = (ms: number) => {
    at = ms
    return counter.countedForS()
  }
  expect([0, 61_500, 86_400_000, 10 * 86_400_000].map(after)).toEqual([0, 61, 86_400, 86_400])
})
