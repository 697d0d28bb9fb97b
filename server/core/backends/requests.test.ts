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
