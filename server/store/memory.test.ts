import { createMemoryStore } from './memory.ts'
import { storeSuite } from '#testing/store/suite.ts'

storeSuite('the memory store', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: createMemoryStore({ clock: () => now }), advance: (ms) => void (now += ms) }
})
