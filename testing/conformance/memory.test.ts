import { createMemoryStore } from '#server/store/memory.ts'
import { conformanceSuite } from './conformance.suite.ts'

conformanceSuite('the memory store', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: createMemoryStore({ clock: () => now }), advance: (ms) => void (now += ms) }
})
