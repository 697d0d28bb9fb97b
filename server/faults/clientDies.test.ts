import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSqliteStore } from '#server/adapters/sqlite/sqlite.ts'
import type { Store } from '#server/store/port.ts'
import { createClock } from '#testing/deps.ts'
import { isLong, killClients, onlyLong } from '#testing/servers/faults.ts'
import { seeded } from '#testing/states/randomState.ts'
import { startServerProcess } from '#testing/servers/serverProcess.ts'
import { testService } from '#testing/service.ts'

vi.setConfig({ testTimeout: isLong ? 600_000 : 60_000 })

const SEED = 20_260_106
const DEATHS = isLong ? 100 : 10

let directory = ''
let store: Store
const clock = createClock()
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-deaths-'))
  store = await openSqliteStore({ path: path.join(directory, 'holdfast.db'), clock: clock.now })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

it(`${DEATHS} clients are killed during updates: the state has what was acknowledged, the rest is pending, and the next update works`, async () => {
  const service = await testService({ store, clock })
  const underWay = new Set<Promise<unknown>>()
  await expect(
    killClients(
      {
        cli: (options) => service.cli(options),
        send(request, signal) {
          const answer = service.fetch(request)
          underWay.add(answer)
          const unheard = new Promise<never>((_, lost) => signal.addEventListener('abort', () => lost(signal.reason)))
          return Promise.race([answer, unheard])
        },
        advance: async (ms) => clock.advance(ms),
        settle: () => Promise.allSettled(underWay),
      },
      seeded(SEED),
      DEATHS,
    ),
  ).resolves.toBeUndefined()
})

it.runIf(isLong)(
  `${DEATHS} clients lose their connections during updates: the state has what was acknowledged, the rest is pending`,
  onlyLong,
  async () => {
    const server = await startServerProcess()
    try {
      const killed = killClients(
        {
          cli: (options) => server.cli(options),
          send: (request, signal) => fetch(request, { signal }),
          advance: server.advance,
          settle: async () => undefined, // calls that arrive later find the update ended
        },
        seeded(SEED + 1),
        DEATHS,
      )
      await expect(killed).resolves.toBeUndefined()
    } finally {
      await server.remove()
    }
  },
)
