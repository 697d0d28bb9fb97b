import { join } from 'node:path'
import type { Store } from '#server/store/port.ts'
import type { Clock } from './clock.ts'
import { findDatabase } from './databases.ts'
import type { Packer } from './sql/pieces/textWriter.ts'
import { openSqliteStore } from './sqlite/sqlite.ts'

/**
 * Opens the store named by the settings: the database at the address, else the embedded one in the data directory.
 * Throws `NewerDatabaseError` if its schema is newer than this version and `StoreUnavailableError` if it cannot be
 * used.
 */
export async function openStore(
  { databaseUrl, data }: { databaseUrl: string | undefined; data: string },
  clock: Pick<Clock, 'now' | 'offset'>,
  packer?: Packer,
): Promise<Store> {
  const database = await findDatabase(databaseUrl)
  if (database === undefined || databaseUrl === undefined) {
    return openSqliteStore({ path: join(data, 'holdfast.db'), clock: clock.now, ...(packer && { packer }) })
  }
  return database.open({ url: databaseUrl, offset: clock.offset, ...(packer && { packer }) })
}
