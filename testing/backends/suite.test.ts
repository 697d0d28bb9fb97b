import { expect, it } from 'vitest'
import { createMemoryBlobs } from '#server/adapters/memory/memoryBlobs.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { conditionsOf } from './suite.ts'

const ALL = { create: true, replace: true, remove: true }

it.each<[string, (store: BlobStore) => Partial<BlobStore>, Partial<typeof ALL>]>([
  ['none', () => ({}), {}],
  ['creates', (store) => ({ create: async (...args) => (await store.put(...args), 'created') }), { create: false }],
  [
    'replaces',
    (store) => ({ replace: async (key, bytes, _, call) => (await store.put(key, bytes, call), 'replaced') }),
    { replace: false },
  ],
  ['removes', (store) => ({ remove: (key, { purpose }) => store.remove(key, { purpose }) }), { remove: false }],
])('finds which conditions a server ignores: %s', async (_, ignoring, ignored) => {
  const store = createMemoryBlobs(Date.now)
  expect(await conditionsOf({ ...store, ...ignoring(store) })).toEqual({ ...ALL, ...ignored })
})
