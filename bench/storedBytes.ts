import { statSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import type { Backend } from './backend.ts'
import { createClient, initStack } from './client.ts'
import type { Figure } from './figures.ts'
import { largeState } from './largeState.ts'

const RESOURCES = 3_000
const UPDATES = 100
const SHARE = 0.01

/**
 * The size of the database after 100 updates of a state of 10 MB that each change one resource in a hundred, spread
 * over all of it.
 */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    await initStack(client, server.token, 'grows')
    const state = largeState('grows', RESOURCES)
    const headers = { authorization: `token ${server.token}`, 'content-type': 'application/json' }
    const path = '/api/stacks/organization/webshop/grows'
    let [copies, packed] = [0, 0]
    for (let update = 0; update <= UPDATES; update++) {
      if (update > 0) state.change(SHARE)
      const body = state.text()
      const { status } = await client.send({ method: 'POST', path: `${path}/import`, body, headers })
      if (status !== 200) throw new Error(`an import returned ${status}`)
      if (update === 0) continue
      copies += body.length
      packed += zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }).length
    }
    const { body, ms } = await client.send({ method: 'GET', path: `${path}/export`, headers })
    if (!body.equals(state.text())) throw new Error('the last export differs from what was imported')
    const stored = storedIn(join(server.data, 'holdfast.db'))
    const sizeMB = copies / UPDATES / 1e6
    return [
      { what: 'size of the state', value: sizeMB, unit: 'MB' },
      { what: 'stored for 100 updates and the first state', value: stored / 1e6, unit: 'MB' },
      { what: 'part of 100 full copies', value: (stored / copies) * 100, unit: '%', bound: { most: 5 } },
      { what: 'part of 100 copies, each compressed (zstd 3)', value: (stored / packed) * 100, unit: '%' },
      { what: 'export of the last one', value: ms / 1000, unit: 's', bound: { most: 0.2 } },
    ]
  } finally {
    client.close()
    await server.stop()
  }
}

/** The whole file with its indexes and free space, after the log was checkpointed into it. */
function storedIn(file: string): number {
  const database = new Database(file)
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
  return statSync(file).size
}
