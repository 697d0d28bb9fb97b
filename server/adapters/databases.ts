import type { Log } from '#server/deps.ts'
import type { LiveBus } from '#server/live.ts'
import { SettingsError } from '#server/settings.ts'
import type { Store } from '#server/store/port.ts'
import type { Clock } from './clock.ts'
import type { Packer } from './sql/pieces/textWriter.ts'

/** A database on a server of its own, which several processes may share. */
export type Database = {
  name: string
  /** What an address of it looks like. */
  example: string
  /** Whether an address of its scheme says all that is needed. */
  isAddress(url: URL): boolean
  /** Throws as `openStore` does. */
  open(options: { url: string; offset: Clock['offset']; packer?: Packer }): Promise<Store>
  /** The live events of all processes on one database, which was opened before. */
  openBus(options: { url: string; log: Log }): Promise<LiveBus & { close(): Promise<void> }>
  /** What its own tools do in place of `npm run backup` and `npm run restore`, as the rest of a sentence. */
  backup: string
  restore: string
}

/** By the schemes of their addresses. Another database is a folder here, with such a `database.ts`, and a line in this list. */
const DATABASES = [{ schemes: ['postgres:', 'postgresql:'], load: () => import('./postgres/database.ts') }] as const

/** The database of an address; undefined without one: the embedded database. Throws `SettingsError`. */
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
