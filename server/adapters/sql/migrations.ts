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

/** Rules that refuse or hold steps, and the steps that they refused or hold; what a running update waits for. */
function approvals({ counter }: ColumnTypes): string[] {
  return [
    'create table "approvalRules" ("version" bigint primary key, "at" bigint not null, "login" text not null, "rules" text not null)',
    `create table "approvals" ("seq" ${counter}, "id" text not null unique, "stackId" text not null, "updateId" text not null,
      "of" text not null, "step" text not null, "urn" text not null, "type" text not null, "rules" text not null,
      "why" text not null, "isRefusal" smallint not null, "status" text not null, "since" bigint not null,
      "until" bigint not null, "decidedAt" bigint, "keptMinutes" bigint not null, "keptUntil" bigint,
      "persons" bigint not null, "role" text not null, "ownRuns" smallint not null, "decisions" text not null,
      "sequenceID" bigint not null, "digest" text not null, "entry" text not null)`,
    'create index "approvalsByUpdate" on "approvals" ("updateId")',
    'create index "approvalsByStack" on "approvals" ("stackId", "seq")',
    `create index "approvalsWaiting" on "approvals" ("since") where "status" = 'waiting'`,
    'alter table "updates" add column "awaiting" text',
    'alter table "updates" add column "stepCounts" text',
    'alter table "updates" add column "approvalTally" text',
  ]
}

/** When the client of an ended update last reported. */
const lateReports = (): string[] => ['alter table "updates" add column "lateReport" text']

/**
 * The same of updates that ended before that column, from what is kept of their clients' late calls. A client reports
 * the end of its run by the call `complete`.
 */
const earlierLateReports = (): string[] => [
  `update "updates" set "lateReport" = (
      select '{"at":' || max("at") || ',"isOver":' || case when max("isEnd") = 1 then 'true' else 'false' end || '}'
      from (
        select "receivedAt" as "at", case when "what" = 'complete' then 1 else 0 end as "isEnd"
          from "late" where "updateId" = "updates"."id"
        union all select "receivedAt", 0 from "eventBatches" where "updateId" = "updates"."id" and "late" = 1
        union all select "updates"."cameBackAt", 0
      ) as "calls")
    where "lateReport" is null and "dryRun" = 0 and "status" <> 'running' and "endReason" <> 'complete'`,
]

/** In order; an entry is never edited: each schema change is a new entry (CONTRIBUTING.md, Add a migration). */
const MIGRATIONS: readonly Migration[] = [
  { name: 'baseline', statements: baseline },
  { name: 'connected backends', statements: connectedBackends },
  { name: 'approvals', statements: approvals },
  { name: 'late reports', statements: lateReports },
  { name: 'earlier late reports', statements: earlierLateReports },
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
