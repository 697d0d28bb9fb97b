import { sql, type Kysely } from 'kysely'
import { baseline } from './baseline.ts'
import type { ColumnTypes } from './columns.ts'
import { type Args, prepared, rowOf, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** The database was written by a newer Holdfast; the message says what to do. */
export class NewerDatabaseError extends Error {}

type Migration = { name: string; statements: (types: ColumnTypes) => string[] }

/** Backends that are mirrored into organizations of their own, and what their stacks are there. */
function connectedBackends({ sorted }: ColumnTypes): string[] {
  return [
    `create table "backends" ("id" text primary key, "org" ${sorted} not null, "kind" text not null,
      "address" text not null, "keepsCopies" smallint not null, "seenBy" text not null, "source" text not null, "connectedAt" bigint not null,
      "connectedBy" text not null, "layout" text, "meta" text, "seenAt" bigint, "problem" text)`,
    'create unique index "backendsByOrg" on "backends" ("org")',
    'alter table "stacks" add column "backendId" text',
    'alter table "stacks" add column "elsewhere" text',
    'create index "stacksByBackend" on "stacks" ("backendId") where "backendId" is not null',
  ]
}

/** In order; an entry is never edited: each schema change is a new entry (CONTRIBUTING.md, Add a migration). */
const MIGRATIONS: readonly Migration[] = [
  { name: 'baseline', statements: baseline },
  { name: 'connected backends', statements: connectedBackends },
]

export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Migrates a database to this version of the schema, in the transaction of `session`. `appended`: migrations of a
 * later version, to test an upgrade. Throws `NewerDatabaseError` if the schema is newer than this version.
 */
export async function migrate(
  db: Kysely<Tables>,
  session: Session,
  types: ColumnTypes,
  now: number,
  appended: readonly Migration[] = [],
): Promise<void> {
  const migrations = [...MIGRATIONS, ...appended]
  const execute = (text: string) =>
    session.run(
      prepared(() => ({ compile: () => sql.raw(text).compile(db) })),
      {},
    )
  await execute(
    'create table if not exists "migrations" ("version" bigint primary key, "name" text not null, "appliedAt" bigint not null)',
  )
  const latest = prepared(() => db.selectFrom('migrations').select((eb) => eb.fn.max('version').as('version')))
  const present = (await session.rows(latest, {}))[0]?.version ?? 0
  if (present > migrations.length) {
    throw new NewerDatabaseError(
      `This database was written by a newer Holdfast (schema ${present}, this one knows ${migrations.length}): ` +
        'start that version again, or restore a backup made before the upgrade.',
    )
  }
  const applied = prepared((arg: Args<Tables['migrations']>) =>
    db.insertInto('migrations').values(rowOf(arg, ['version', 'name', 'appliedAt'])),
  )
  for (const [index, migration] of migrations.entries()) {
    const version = index + 1
    if (version <= present) continue
    for (const statement of migration.statements(types)) await execute(statement)
    await session.run(applied, { version, name: migration.name, appliedAt: now })
  }
}
