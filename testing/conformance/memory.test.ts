import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { conformanceSuite } from './conformance.suite.ts'

conformanceSuite('SQLite in memory', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: createMemoryStore({ clock: () => now }), advance: (ms) => void (now += ms) }
})
