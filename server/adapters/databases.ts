import type { Log } from '#server/deps.ts'
import type { LiveBus } from '#server/live.ts'
import { SettingsError } from '#server/settings.ts'
import type { Store } from '#server/store/port.ts'
import type { Clock } from './clock.ts'
import type { Packer } from './sql/pieces/textWriter.ts'

/** A database server that several processes may share. */
export type Database = {
  name: string
  /** Example of an address. */
  example: string
  /** Whether an address of this scheme is complete. */
  isAddress(url: URL): boolean
  /** Throws like `openStore`. */
  open(options: { url: string; offset: Clock['offset']; packer?: Packer }): Promise<Store>
  /** Opens the live events of all processes on one database, which must have been opened before. */
  openBus(options: { url: string; log: Log }): Promise<LiveBus & { close(): Promise<void> }>
  /** The database's own tools to use instead of `npm run backup` and `npm run restore`; the end of a sentence. */
  backup: string
  restore: string
}

/**
 * Databases by the schemes of their addresses. To add one, add a folder with such a `database.ts` and a line to this
 * list.
 */
const DATABASES = [{ schemes: ['postgres:', 'postgresql:'], load: () => import('./postgres/database.ts') }] as const

/** Returns the database of an address; undefined without an address (the embedded database). Throws `SettingsError`. */
export async function findDatabase(address: string | undefined): Promise<Database | undefined> {
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  const known = DATABASES.find(({ schemes }) => schemes.some((scheme) => scheme === url?.protocol))
  const { database } = await (known ?? DATABASES[0]).load()
  if (known && url && database.isAddress(url)) return database
  throw new SettingsError(
    `HOLDFAST_DATABASE_URL is not the address of a ${database.name} database, for example ${database.example}.`,
  )
}
