import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { openSqliteStore } from '#server/adapters/sqlite/sqlite.ts'
import { conformanceSuite } from './conformance.suite.ts'

const directories: string[] = []
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true })
})

conformanceSuite('the embedded store', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  directories.push(directory)
  let now = Date.UTC(2026, 0, 5)
  const openStore = () => openSqliteStore({ path: path.join(directory, 'holdfast.db'), clock: () => now })
  let store = await openStore()
  const reopen = async () => {
    await store.close()
    store = await openStore()
    return store
  }
  return { store, advance: (ms) => void (now += ms), reopen }
})
