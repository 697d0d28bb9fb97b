import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isLong, killServer } from '#testing/servers/faults.ts'
import { seeded } from '#testing/states/randomState.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

// Each kill restarts Node, which is slow on a busy machine.
vi.setConfig({ testTimeout: isLong ? 900_000 : 60_000, hookTimeout: 60_000 })

const SEED = 20_260_105
const KILLS = isLong ? 100 : 4

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(() => server.remove())

it(`kill -9 of the server ${KILLS} times: everything acknowledged is stored, its client continues, nothing is applied twice`, async () => {
  const met = await killServer(server, seeded(SEED), KILLS)
  expect(met).toBeGreaterThan(KILLS / 2) // the other kills came after everything was sent
})
