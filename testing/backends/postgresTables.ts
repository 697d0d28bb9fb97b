import type pg from 'pg'
import { readAddress } from '#domain/backends/address.ts'
import type { PostgresAddress } from '#domain/backends/storeAddress.ts'

/** Makes a table as CLI 3.260 does at login. */
export async function makeTable(client: pg.Client, table: string): Promise<void> {
  await client.query(`create table ${table} (
    key text primary key, data json not null, updated_at timestamp with time zone not null default now())`)
  await client.query(`create index on ${table} (key text_pattern_ops)`)
}

/** The address of a table, read. */
export function tableAddress(text: string): PostgresAddress {
  const read = readAddress(text, { home: '', absolute: (path) => path })
  if (!read.ok || read.address.kind !== 'postgres') throw new Error('no address of a table')
  return read.address
}

/** The address of a backend in a database of a test server, which speaks no TLS. */
export const addressOn = (url: string, parameters: string): PostgresAddress =>
  tableAddress(`${url}?sslmode=disable&${parameters}`)
