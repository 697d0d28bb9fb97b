import { memoryStores } from '../../memory/memoryStore.ts'
import { storeSuite } from '#testing/store/suite.ts'
import { openDatabase } from './memoryDatabase.ts'

const openStore = await memoryStores(openDatabase)

storeSuite('SQLite in WebAssembly', async () => {
  let now = Date.UTC(2026, 0, 5)
  return { store: openStore({ clock: () => now }), advance: (ms) => void (now += ms) }
})
