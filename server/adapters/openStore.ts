import { join } from 'node:path'
import type { Store } from '#server/store/port.ts'
import type { Clock } from './clock.ts'
import { openPostgresStore } from './postgres/postgres.ts'
import type { Packer } from './sql/pieces/textWriter.ts'
import { openSqliteStore } from './sqlite/sqlite.ts'

/** The store that the settings name: PostgreSQL where an address is set, else the embedded one in the data directory. */
export const openStore = (
  { databaseUrl, data }: { databaseUrl: string | undefined; data: string },
  clock: Pick<Clock, 'now' | 'offset'>,
  packer?: Packer,
): Promise<Store> =>
  databaseUrl === undefined
    ? openSqliteStore({ path: join(data, 'holdfast.db'), clock: clock.now, ...(packer && { packer }) })
    : openPostgresStore({ url: databaseUrl, offset: clock.offset, ...(packer && { packer }) })
