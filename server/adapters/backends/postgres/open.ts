import { OWN_DATABASE } from '#domain/backends/address.ts'
import type { PostgresAddress } from '#domain/backends/storeAddress.ts'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { BackendError, type BlobStore, type ListOptions, type ObjectFacts } from '#server/blobs/port.ts'
import { LEADS_TO_OWN_DATABASE, type Reach } from '../reach.ts'
import { codeOf, type Verb, withTroubles } from '../troubles.ts'
import { type Ask, connect, NOT_ADMITTED, speaksNoTls } from './connect.ts'
import { PAGE, patternOf, sizeOf, statementsFor } from './statements.ts'

/**
 * Opens a table of the CLI as a backend; connects when the first call needs it. The right to select is enough for
 * reading: nothing is created.
 */
export async function open(address: PostgresAddress, reach: Reach = {}): Promise<BlobStore> {
  const { ask, close } = connect(address, reach)
  const store = { ...readsOf(address, ask), ...writesOf(address, ask), close }
  return withTroubles(store, address, {
    host: hostOf(address),
    troubleOf: (error, verb) => troubleOf(error, verb, address),
  })
}

/** PostgreSQL stores no zero byte in a text: no object has such a key. */
const isImpossible = (key: string): boolean => key.includes('\0')

function readsOf(address: PostgresAddress, ask: Ask): Pick<BlobStore, 'startsAfter' | 'list' | 'read' | 'now'> {
  const statements = statementsFor(address.table)
  return {
    startsAfter: true,
    list: (prefix, options) => listTable(address, ask, prefix, options),
    async read(key, { ifChanged, signal }) {
      if (isImpossible(key)) return 'absent'
      type Row = { at: number; mark: string; data: string | null }
      const { rows } = await ask<Row>(statements.read, [address.prefix + key, ifChanged ?? null], signal)
      const [row] = rows
      if (!row) return 'absent'
      if (row.mark === ifChanged) return 'same'
      const bytes = row.data === null ? undefined : decoded(row.data)
      if (bytes === undefined) throw new BackendError({ kind: 'damagedObject', key })
      return { bytes, mark: row.mark, at: row.at }
    },
    async now({ signal }) {
      const { rows } = await ask<{ at: number }>(statements.now, [], signal)
      return rows[0]?.at ?? Date.now()
    },
  }
}

async function* listTable(
  { prefix: root, table }: PostgresAddress,
  ask: Ask,
  prefix: string,
  { after, signal }: ListOptions,
): AsyncIterable<ObjectFacts[]> {
  if (isImpossible(prefix)) return
  const statements = statementsFor(table)
  const whole = root + prefix
  const start = after === undefined ? '' : root + after
  type Row = { key: string; at: number; mark: string; stored: number }
  for (let last: string | undefined = start; last !== undefined;) {
    const { rows }: { rows: Row[] } = await ask<Row>(statements.list, [patternOf(whole), last], signal)
    yield rows
      .filter(({ key }) => key.startsWith(whole)) // a language of the database may find more alike than that
      .map(({ key, at, mark, stored }) => ({ key: key.slice(root.length), at, mark, size: sizeOf(stored) }))
    last = rows.length < PAGE ? undefined : rows.at(-1)?.key
  }
}

function writesOf(
  address: PostgresAddress,
  ask: Ask,
): Pick<BlobStore, 'create' | 'replace' | 'put' | 'copy' | 'remove'> {
  const statements = statementsFor(address.table)
  const stored = (key: string) => {
    if (isImpossible(key)) throw new BackendError({ kind: 'failed', code: 'EINVAL' })
    return address.prefix + key
  }
  const run = async (text: string, values: unknown[], signal: AbortSignal | undefined) =>
    ((await ask(text, values, signal)).rowCount ?? 0) > 0
  const changedOrAbsent = async (key: string, signal: AbortSignal | undefined) =>
    (await run(statements.exists, [stored(key)], signal)) ? 'changed' : 'absent'
  return {
    create: async (key, bytes, { signal }) =>
      (await run(statements.create, [stored(key), encoded(bytes)], signal)) ? 'created' : 'present',
    replace: async (key, bytes, mark, { signal }) =>
      (await run(statements.replace, [stored(key), encoded(bytes), mark], signal))
        ? 'replaced'
        : changedOrAbsent(key, signal),
    async put(key, bytes, { signal }) {
      await run(statements.put, [stored(key), encoded(bytes)], signal)
    },
    copy: async (from, to, { signal }) =>
      !isImpossible(from) && (await run(statements.copy, [stored(from), stored(to)], signal)) ? 'copied' : 'absent',
    async remove(key, { mark, signal }) {
      if (isImpossible(key)) return 'absent'
      return (await run(statements.remove, [stored(key), mark ?? null], signal))
        ? 'removed'
        : changedOrAbsent(key, signal)
    },
  }
}

/** What the sentence about an unreachable database names. */
const hostOf = ({ host, port }: PostgresAddress): string =>
  port === undefined ? (host ?? 'the host of PostgreSQL') : `${host ?? ''}:${port}`

/** The shape of a row of the CLI. */
const encoded = (bytes: Uint8Array): string => `{"data":"${Buffer.from(bytes).toString('base64')}"}`

/** Undefined if it is not base64: Node skips what is none. */
function decoded(data: string): Uint8Array | undefined {
  const bytes = Buffer.from(data, 'base64')
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return data.length % 4 === 0 && bytes.length === (data.length / 4) * 3 - padding ? bytes : undefined
}

/** What PostgreSQL says of connections that its pg_hba.conf does not admit, all under one code (28000). */
const BY_ADMISSION: readonly [RegExp, BackendTrouble][] = [
  [/client certificate|certificate authentication/, { kind: 'encryption', problem: 'clientCertificate' }],
  [/pg_hba\.conf.*(?:no encryption|SSL off)/, { kind: 'encryption', problem: 'required' }],
  [/pg_hba\.conf/, { kind: 'failed', code: 'NotAdmitted' }],
]

/** By the first characters of the SQLSTATE. */
const BY_CODE: readonly [RegExp, (verb: Verb, address: PostgresAddress) => BackendTrouble][] = [
  [/^28P01|^28/, () => ({ kind: 'credentials', problem: 'refused' })],
  [/^3D000/, (_, { database }) => ({ kind: 'noSuchStore', name: `database ${database ?? ''}`.trim() })],
  [/^(?:42P01|3F000)/, (_, { table }) => ({ kind: 'noSuchStore', name: `table ${table.replaceAll('"', '')}` })],
  [/^42501/, (verb) => ({ kind: 'forbidden', what: verb })],
  [/^25006/, () => ({ kind: 'forbidden', what: 'write' })],
  [/^53300/, () => ({ kind: 'throttled', retryAfterS: null })],
  [/^(?:08|57P0)/, (_, address) => ({ kind: 'unreachable', host: hostOf(address) })],
]

/** Errors of the driver that have no code, by its words. */
const BY_WORDS: readonly [RegExp, (address: PostgresAddress) => BackendTrouble][] = [
  [/password must be a (?:non-empty )?string/, () => ({ kind: 'credentials', problem: 'missing' })],
  [/timeout|terminated/i, (address) => ({ kind: 'unreachable', host: hostOf(address) })],
]

function troubleOf(error: unknown, verb: Verb, address: PostgresAddress): BackendTrouble | undefined {
  if (speaksNoTls(error)) return { kind: 'encryption', problem: 'unsupported' }
  const code = codeOf(error)
  if (code === LEADS_TO_OWN_DATABASE) return { kind: 'address', problem: OWN_DATABASE }
  const message = error instanceof Error ? error.message : ''
  const admission = code === NOT_ADMITTED && BY_ADMISSION.find(([words]) => words.test(message))
  if (admission) return admission[1]
  const byCode = BY_CODE.find(([codes]) => codes.test(code))
  if (byCode) return byCode[1](verb, address)
  return code === 'Error' ? BY_WORDS.find(([words]) => words.test(message))?.[1](address) : undefined
}
