import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NewToken, Scope } from '#contract/session.ts'
import { DAY_MS, utcTime } from '#words/time.ts'
import { NewerDatabaseError } from '../adapters/sql/migrations.ts'
import { openStore } from '../adapters/openStore.ts'
import { createToken } from '../core/access/credentials.ts'
import { audit } from '../core/access/audit.ts'
import { notifyOfTree, notifyOwner } from '../core/access/credentialChanges.ts'
import { alsoEnded, revokeTree } from '../core/access/revocation.ts'
import { namesInUse } from '../core/access/tokenNames.ts'
import { parseSettings, SettingsError } from '../settings.ts'
import { firstUser } from '../core/access/firstUser.ts'
import { type Store, StoreUnavailableError } from '../store/port.ts'
import type { TokenRow, UserRow } from '../store/port/access.ts'
import { requireDatabase } from './requireDatabase.ts'
import { RefusedError } from './terminal.ts'

const HELP = `Access tokens of Holdfast, made from the terminal. It works on the data directory (HOLDFAST_DATA), whether the
service runs or not; a running one knows of a change at once.

  npm run --silent token -- create NAME   creates a token and prints its value, which is shown only once
      --scope SCOPE                       what it may be used for: metrics (nothing but /metrics), read, preview (also dry
                                          runs and the secrets that they need), operate (everything with stacks; the
                                          default), or admin
      --expires DAYS                      after how many days it is refused: 30, 90 or 365; without it, never
  npm run --silent token -- list          lists the tokens: id, name, how they begin, scope, when they were made, last
                                          used, and expire
  npm run --silent token -- revoke ID     takes a token back; calls that carry it are refused from then on; tokens that
                                          were created with it, and sessions started with it, end too

A client uses a token as PULUMI_ACCESS_TOKEN, or types it when pulumi login asks for one.
`

type Options = { scope?: string | undefined; expires?: string | undefined }
type Context = { store: Store; user: UserRow; options: Options }

const commands: Record<string, { takes: 0 | 1; run: (context: Context, argument: string) => Promise<void> }> = {
  create: { takes: 1, run: create },
  list: { takes: 0, run: list },
  revoke: { takes: 1, run: revoke },
}

async function create({ store, user, options }: Context, given: string): Promise<void> {
  const name = NewToken.shape.name.safeParse(given)
  if (!name.success) throw new RefusedError('A token needs a name of 1 to 200 characters, for example: create ci.')
  const scope = Scope.safeParse(options.scope ?? 'operate')
  if (!scope.success) throw new RefusedError('--scope is one of metrics, read, preview, operate, admin.')
  const days = NewToken.shape.expiresInDays.safeParse(options.expires === undefined ? null : Number(options.expires))
  if (!days.success) throw new RefusedError('--expires is a number of days: 30, 90 or 365.')
  const expiresAt = days.data === null ? null : (await store.now()) + days.data * DAY_MS
  const facts = { userId: user.id, name: name.data, scope: scope.data, expiresAt, source: 'terminal' } as const
  const deps = { store, newId: randomUUID, randomBytes: (count: number) => new Uint8Array(randomBytes(count)) }
  const { row, value } = await store.write(async (writer) => {
    if ((await namesInUse(writer, user.id, await store.now())).has(facts.name)) {
      throw new RefusedError(`There is a token called ${printable(facts.name)} already: choose another name.`)
    }
    const made = await createToken(deps, writer, facts)
    await audit(writer, auditRecordOf('token.create', made.row, user, made.row.createdAt))
    const action = { what: 'token-created', name: facts.name, scope: facts.scope, source: facts.source } as const
    await notifyOwner(writer, user.id, action, doerOf(user, made.row.createdAt))
    return made
  })
  process.stderr.write(`Created the token ${printable(row.name)} (${row.id}). Its value is shown only now:\n`)
  process.stdout.write(`${value}\n`)
}

async function list({ store, user }: Context): Promise<void> {
  const tokens = await store.read((reader) => reader.tokens(user.id))
  if (tokens.length === 0) process.stderr.write('There are no access tokens. To create one: create NAME\n')
  const rows = tokens.map(({ id, name, hint, scope, createdAt, expiresAt, lastUsedAt }) => [
    id,
    printable(name),
    `${hint}…`,
    scope,
    `made ${utcTime(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${utcTime(lastUsedAt)}`,
    expiresAt === null ? 'does not expire' : `expires ${utcTime(expiresAt)}`,
  ])
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

async function revoke({ store, user }: Context, id: string): Promise<void> {
  const at = await store.now()
  const token = await store.write(async (writer) => {
    const known = (await writer.tokens(user.id)).find((row) => row.id === id)
    if (known === undefined) throw new RefusedError('There is no token with this ID; see: list.')
    if (known.source === 'environment') {
      throw new RefusedError('This token is set by HOLDFAST_ACCESS_TOKEN: unset the variable and restart the service.')
    }
    const tree = await revokeTree(writer, [known], at)
    const also = alsoEnded(tree, { named: 1 })
    await audit(writer, auditRecordOf('token.revoke', known, user, at, also))
    await notifyOfTree(writer, { roots: [known], tree }, doerOf(user, at))
    return { name: known.name, also }
  })
  process.stderr.write(`Revoked the token ${printable(token.name)}${token.also}.\n`)
}

const auditRecordOf = (
  action: 'token.create' | 'token.revoke',
  { name, hint, scope }: TokenRow,
  { login }: UserRow,
  at: number,
  also = '',
) => ({
  at,
  by: { login, tokenName: null, address: null },
  action,
  detail: `${name} (${hint}…), ${scope}, from the terminal${also}`,
  requestId: '',
})

const doerOf = ({ login }: UserRow, at: number) => ({ at, by: { login, address: null }, byId: null })

/**
 * Replaces control characters: names come from users and clients, and must not send escape sequences to this terminal.
 */
const printable = (text: string) => text.replaceAll(/\p{C}/gu, '?')

function argumentsOf(args: string[]) {
  try {
    const options = { scope: { type: 'string' }, expires: { type: 'string' } } as const
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new RefusedError(error instanceof Error ? error.message : String(error))
  }
}

async function main([name = '', ...rest]: string[]): Promise<void> {
  if (name === '--help' || name === '-h' || rest.includes('--help')) return void process.stdout.write(HELP)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const { values: options, positionals } = argumentsOf(rest)
  const hasForeign = name !== 'create' && Object.keys(options).length > 0
  if (command === undefined || hasForeign || positionals.length !== command.takes) {
    process.stderr.write(HELP)
    process.exitCode = 2
    return
  }
  const settings = parseSettings(process.env)
  const data = resolve(import.meta.dirname, '../..', settings.data)
  await requireDatabase({ settings, data })
  const store = await openStore({ ...settings, data }, { now: Date.now, offset: () => 0 })
  try {
    const user = await firstUser({ store, newId: randomUUID })
    await command.run({ store, user, options }, positionals[0] ?? '')
  } finally {
    await store.close()
  }
}

const EXPECTED = [RefusedError, SettingsError, NewerDatabaseError, StoreUnavailableError]

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  const message = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
