import { sql, type Kysely } from 'kysely'
import { withoutNumbers } from './recoveryNumbers.ts'
import { auditSearchSchema, searchSchema } from './search/schema.ts'
import { type Args, prepared, rowOf, type Session } from './session.ts'
import type { Tables } from './tables.ts'

/** Column types whose names differ between databases. */
export type ColumnTypes = {
  bytes: 'blob' | 'bytea'
  /** Text that lists are sorted by: in code point order, as everywhere else. */
  sorted: 'text' | 'text collate "C"'
  /** A self-incrementing column, `seq` or `id`. */
  counter: string
}

/** The database was written by a newer Holdfast; the message says what to do. */
export class NewerDatabaseError extends Error {}

/** Key of the placeholder text to which states refer once their own text was removed. */
export const DROPPED_TEXT = 'dropped'

const asBytes = (bytes: ColumnTypes['bytes'], text: string) =>
  bytes === 'blob' ? `cast(${text} as blob)` : `convert_to(${text}, 'UTF8')`

type Migration = { name: string; statements: (types: ColumnTypes) => string[] }

/** In order; a released entry is never edited: each schema change is a new entry. */
const MIGRATIONS: readonly Migration[] = [
  {
    name: 'first schema',
    statements: ({ bytes, sorted, counter }) => [
      'create table "meta" ("key" text primary key, "value" text not null)',
      `create table "users" ("id" text primary key, "login" ${sorted} not null, "name" text not null,
        "role" text not null, "createdAt" bigint not null)`,
      'create unique index "usersByLogin" on "users" ("login")',
      `create table "tokens" ("seq" ${counter}, "id" text not null unique,
        "userId" text not null references "users" ("id"), "name" text not null, "hash" text not null,
        "hint" text not null, "source" text not null, "createdAt" bigint not null, "lastUsedAt" bigint,
        "revokedAt" bigint)`,
      'create index "tokensByHash" on "tokens" ("hash")',
      'create index "tokensByUser" on "tokens" ("userId", "createdAt")',
      `create table "sessions" ("hash" text primary key, "userId" text not null references "users" ("id"),
        "createdAt" bigint not null, "expiresAt" bigint not null)`,
      `create table "codes" ("hash" text primary key, "userId" text not null references "users" ("id"),
        "expiresAt" bigint not null, "usedAt" bigint)`,

      `create table "stacks" ("id" text primary key, "org" ${sorted} not null, "project" ${sorted} not null,
        "name" ${sorted} not null, "tags" text not null, "createdAt" bigint not null, "version" bigint not null,
        "stateId" text, "latestUpdateId" text, "holderId" text, "wrappedKey" text not null, "deletedAt" bigint)`,
      'create unique index "stacksByName" on "stacks" ("org", "project", "name") where "deletedAt" is null',

      `create table "updates" ("seq" ${counter}, "id" text not null unique,
        "stackId" text not null references "stacks" ("id"), "kind" text not null, "dryRun" smallint not null,
        "status" text not null, "endReason" text, "version" bigint, "baseVersion" bigint not null,
        "request" text not null, "requestedBy" text not null, "tokenName" text, "userAgent" text not null,
        "address" text, "createdAt" bigint not null, "startedAt" bigint, "endedAt" bigint, "endedBy" text,
        "isJournal" smallint not null, "baseStateId" text, "stateId" text, "resourceChanges" text, "lease" text,
        "lastWriteAt" bigint, "lastEventAt" bigint, "hasUnknownEntries" smallint not null, "cameBackAt" bigint,
        "settledAt" bigint, "settledBy" text, "settledReason" text, "recovery" text)`,
      'create index "updatesByVersion" on "updates" ("stackId", "version")',
      'create index "updatesByCreation" on "updates" ("stackId", "createdAt", "seq")',
      `create index "updatesRunning" on "updates" ("seq") where "status" = 'running' and "lease" is not null`,
      `create index "updatesOrphaned" on "updates" ("endedAt", "seq")
        where "endReason" = 'expiry' and "settledAt" is null and "dryRun" = 0`,

      'create table "texts" ("key" text primary key, "encoding" text not null, "bytes" bigint not null)',
      // No primary key on it: rows of a megabyte do not belong in an index.
      `create table "textChunks" ("key" text not null references "texts" ("key"), "n" bigint not null,
        "data" ${bytes} not null)`,
      'create unique index "textChunksByKey" on "textChunks" ("key", "n")',
      `create table "states" ("seq" ${counter}, "id" text not null unique,
        "stackId" text not null references "stacks" ("id"), "version" bigint not null, "updateId" text,
        "createdAt" bigint not null, "bytes" bigint not null, "hash" text not null, "resourceCount" bigint not null,
        "pendingCount" bigint not null, "pendingCreates" bigint not null, "finding" text,
        "textKey" text not null references "texts" ("key"))`,
      'create index "statesByVersion" on "states" ("stackId", "version", "seq")',
      `create table "workings" ("updateId" text primary key references "updates" ("id"),
        "sequenceNumber" bigint not null, "kind" text not null, "features" text, "version" bigint not null,
        "textKey" text not null references "texts" ("key"))`,

      // As above: an entry may contain a whole resource, so the key has an index of its own.
      `create table "journal" ("updateId" text not null references "updates" ("id"), "sequenceID" bigint not null,
        "operationID" bigint not null, "kind" bigint not null, "text" text not null, "receivedAt" bigint not null)`,
      'create unique index "journalBySequence" on "journal" ("updateId", "sequenceID")',
      `create table "events" ("updateId" text not null references "updates" ("id"), "received" bigint not null,
        "sequence" bigint not null, "text" text not null, "receivedAt" bigint not null, "late" smallint not null)`,
      'create unique index "eventsBySequence" on "events" ("updateId", "sequence")',
      'create unique index "eventsByReceipt" on "events" ("updateId", "received")',
      `create table "late" ("id" ${counter}, "updateId" text not null references "updates" ("id"),
        "receivedAt" bigint not null, "what" text not null, "text" text not null)`,
      'create index "lateByUpdate" on "late" ("updateId", "id")',
      `create table "leaseLog" ("id" ${counter}, "stackId" text not null references "stacks" ("id"),
        "updateId" text, "at" bigint not null, "what" text not null, "login" text not null, "tokenName" text,
        "userAgent" text not null, "address" text, "detail" text not null)`,
      'create index "leaseLogByStack" on "leaseLog" ("stackId", "at", "id")',
      'create index "leaseLogByUpdate" on "leaseLog" ("updateId", "at", "id")',
      `create table "audit" ("id" ${counter}, "at" bigint not null, "login" text not null, "action" text not null,
        "stackId" text, "detail" text not null, "requestId" text not null)`,
      'create index "auditByTime" on "audit" ("at", "id")',
      'create index "auditByStack" on "audit" ("stackId", "at", "id")',
    ],
  },
  {
    // Used if several processes share a database; the tables exist in any case.
    name: 'news between processes',
    statements: () => [
      'create table "news" ("seq" bigint primary key, "text" text not null)',
      'create table "newsCounter" ("id" smallint primary key, "seq" bigint not null)',
      'insert into "newsCounter" values (1, 0)',
    ],
  },
  {
    name: 'maintenance locks and waiting lists',
    statements: ({ sorted }) => [
      'alter table "stacks" add column "lock" text',
      'create index "stacksLocked" on "stacks" ("org", "project", "name") where "lock" is not null',
      `create table "waiters" ("id" ${sorted} primary key, "stackId" text not null references "stacks" ("id"),
        "login" text not null, "tokenName" text, "userAgent" text not null, "address" text, "since" bigint not null,
        "expiresAt" bigint not null, "toldAt" bigint)`,
      'create index "waitersByStack" on "waiters" ("stackId", "since", "id")',
    ],
  },
  {
    name: 'scopes, roles and the audit log',
    statements: () => [
      // Tokens from before scopes could do everything, and still can.
      `alter table "tokens" add column "scope" text not null default 'admin'`,
      'alter table "tokens" add column "expiresAt" bigint',
      'alter table "sessions" add column "tokenId" text',
      'create index "sessionsByUser" on "sessions" ("userId")',
      'create index "sessionsByToken" on "sessions" ("tokenId")',
      `alter table "users" add column "roles" text not null default '{}'`,
      'alter table "users" add column "removedAt" bigint',
      'alter table "audit" add column "tokenName" text',
      'alter table "audit" add column "address" text',
      'alter table "audit" add column "stack" text',
      'create index "auditByStackName" on "audit" ("stack", "id")',
      'create index "auditByLogin" on "audit" ("login", "id")',
      'create index "auditByAction" on "audit" ("action", "id")',
    ],
  },
  {
    // A state is a list of pieces, which the next state shares as far as they are equal; a delta save is a patch.
    name: 'states in pieces and working texts as patches',
    statements: ({ bytes }) => [
      // As for `textChunks`: rows too large for a primary key's index.
      `create table "frames" ("stackId" text not null references "stacks" ("id"), "id" bigint not null,
        "data" ${bytes} not null)`,
      'create unique index "framesById" on "frames" ("stackId", "id")',
      `create table "patches" ("updateId" text not null references "updates" ("id"), "n" bigint not null,
        "hash" text not null, "data" ${bytes} not null)`,
      'create unique index "patchesByNumber" on "patches" ("updateId", "n")',
      'create index "statesByText" on "states" ("textKey")',
    ],
  },
  {
    name: 'activity of all stacks, and which stacks a state reads',
    statements: () => [
      'alter table "states" add column "stackReferences" text',
      'create index "updatesByTime" on "updates" ("createdAt", "id")',
      'create index "updatesByPerson" on "updates" ("requestedBy", "createdAt", "id")',
    ],
  },
  {
    name: 'retention of versions',
    statements: () => [
      'alter table "states" add column "textRemovedAt" bigint',
      `insert into "texts" ("key", "encoding", "bytes") values ('dropped', 'dropped', 0) on conflict do nothing`,
      'create index if not exists "statesByText" on "states" ("textKey")',
    ],
  },
  {
    name: 'lists of stacks, lines of the log and folded events',
    statements: ({ bytes, sorted }) => [
      // Derived from stacks, states and updates (`store/listed.ts`): one narrow row for each live stack.
      `create table "listed" ("stackId" text primary key references "stacks" ("id"), "org" ${sorted} not null,
        "project" ${sorted} not null, "name" ${sorted} not null, "fullName" ${sorted} not null,
        "searchText" text not null, "activityAt" bigint not null, "wasUpdated" integer not null,
        "isHeld" integer not null, "lastStartedAt" bigint, "resourceCount" bigint not null, "harm" integer not null,
        "suspectFrom" bigint)`,
      'create index "listedInOrder" on "listed" ("org", "project", "name")',
      'create index "listedByName" on "listed" ("fullName")',
      'create index "listedByActivity" on "listed" ("activityAt" desc, "fullName")',
      'create index "listedByResources" on "listed" ("resourceCount" desc, "fullName")',
      'create index "listedByHarm" on "listed" ("harm", "activityAt" desc, "fullName")',
      'create index "listedByProject" on "listed" ("project")',
      `create table "listedTags" ("stackId" text not null references "stacks" ("id"), "name" ${sorted} not null,
        "value" ${sorted} not null)`,
      'create unique index "listedTagsByStack" on "listedTags" ("stackId", "name")',
      'create index "listedTagsByName" on "listedTags" ("name", "value", "stackId")',
      // With all columns that select a page, so that the rows before it need not be read.
      'drop index "updatesByVersion"',
      'create index "updatesByVersion" on "updates" ("stackId", "version", "seq")',
      'drop index "updatesByCreation"',
      'create index "updatesByCreation" on "updates" ("stackId", "createdAt", "seq", "dryRun", "version", "baseVersion")',
      `create index "updatesOrphanedOfStack" on "updates" ("stackId", "endedAt", "seq")
        where "endReason" = 'expiry' and "settledAt" is null and "dryRun" = 0`,
      'alter table "events" add column "line" bigint',
      `update "events" set "line" = "numbered"."n" from (
        select "updateId" as "of", "received" as "at",
          row_number() over (partition by "updateId" order by "received") as "n"
        from "events" where "text" like '%"diagnosticEvent"%' or "text" like '%"stdoutEvent"%') as "numbered"
        where "updateId" = "numbered"."of" and "received" = "numbered"."at"`,
      'create index "eventsByLine" on "events" ("updateId", "line") where "line" is not null',
      `create table "folds" ("updateId" text primary key references "updates" ("id"), "received" bigint not null,
        "data" ${bytes} not null)`,
    ],
  },
  {
    name: 'orphan ledger and alarms',
    statements: ({ counter }) => [
      `create table "ledger" ("seq" ${counter}, "id" text not null unique,
        "stackId" text not null references "stacks" ("id"), "urn" text not null, "resourceType" text not null,
        "resourceId" text, "source" text not null, "since" bigint not null, "updateId" text, "version" bigint not null,
        "isPending" smallint not null, "left" text, "intended" text not null, "settledAt" bigint, "settledBy" text,
        "outcome" text, "statement" text)`,
      'create index "ledgerOpen" on "ledger" ("since", "seq") where "settledAt" is null',
      'create index "ledgerSettled" on "ledger" ("settledAt", "seq") where "settledAt" is not null',
      'create index "ledgerByStack" on "ledger" ("stackId", "settledAt")',
      `create table "alarms" ("seq" ${counter}, "id" text not null unique,
        "stackId" text not null references "stacks" ("id"), "updateId" text not null, "at" bigint not null,
        "version" bigint not null, "baseVersion" bigint not null, "kind" text not null, "count" bigint not null,
        "total" bigint not null, "entries" text not null, "acknowledgedAt" bigint, "acknowledgedBy" text, "reason" text)`,
      'create index "alarmsOpen" on "alarms" ("at", "seq") where "acknowledgedAt" is null',
      'create index "alarmsByStack" on "alarms" ("stackId", "at", "seq")',
      'create index "alarmsByUpdate" on "alarms" ("updateId")',
    ],
  },
  {
    name: 'open alarms of a stack',
    statements: () => [
      'alter table "stacks" add column "openAlarms" bigint not null default 0',
      `update "stacks" set "openAlarms" = (select count(*) from "alarms"
        where "alarms"."stackId" = "stacks"."id" and "alarms"."acknowledgedAt" is null)`,
    ],
  },
  {
    name: 'lines of the log by sequence',
    statements: () => [
      'create index "linesBySequence" on "events" ("updateId", "sequence", "line") where "line" is not null',
    ],
  },
  {
    name: 'recovery that settled an update',
    statements: () => [
      'alter table "updates" add column "settledVersion" bigint',
      // Until now an undo was identified only by this sentence. Joined with recoveries, so that no text typed by a user
      // is cast.
      `update "updates" set "settledVersion" = (select max("writer"."version") from "updates" as "writer"
        where "writer"."stackId" = "updates"."stackId" and "writer"."kind" = 'recovery' and "updates"."settledReason"
          = 'Its pending operations were settled in version ' || "writer"."version" || '.')
        where "settledReason" like 'Its pending operations were settled in version %'`,
    ],
  },
  {
    // Entries sent together become one row (`batch.ts`); each existing entry becomes a batch of its own.
    name: 'journal entries in batches',
    statements: ({ bytes }) => [
      `create table "journalBatches" ("updateId" text not null references "updates" ("id"), "first" bigint not null,
        "last" bigint not null, "entries" bigint not null, "kinds" text not null, "receivedAt" bigint not null,
        "data" ${bytes} not null)`,
      `insert into "journalBatches" select "updateId", "sequenceID", "sequenceID", 1, '{"' || "kind" || '":1}', "receivedAt",
        ${asBytes(bytes, `'{"sequenceID":[' || "sequenceID" || '],"operationID":[' || "operationID" || '],"kind":[' || "kind" || ']}\n' || "text"`)}
        from "journal"`,
      'create index "journalBatchesBySequence" on "journalBatches" ("updateId", "last", "first")',
      'drop table "journal"',
    ],
  },
  {
    name: 'events in batches',
    statements: ({ bytes }) => [
      `create table "eventBatches" ("updateId" text not null references "updates" ("id"), "firstReceived" bigint not null,
        "lastReceived" bigint not null, "lowest" bigint not null, "highest" bigint not null, "lines" bigint not null,
        "lastLine" bigint not null, "receivedAt" bigint not null, "late" smallint not null, "data" ${bytes} not null)`,
      `insert into "eventBatches" select "updateId", "received", "received", "sequence", "sequence",
        case when "line" is null then 0 else 1 end,
        coalesce(max("line") over (partition by "updateId" order by "received"), 0), "receivedAt", "late",
        ${asBytes(bytes, `'{"sequence":[' || "sequence" || '],"line":[' || coalesce("line", 0) || ']}\n' || "text"`)}
        from "events"`,
      'create index "eventBatchesByReceipt" on "eventBatches" ("updateId", "lastReceived")',
      'create index "eventBatchesBySequence" on "eventBatches" ("updateId", "highest", "lowest")',
      'create index "eventBatchesByLine" on "eventBatches" ("updateId", "lastLine") where "lines" > 0',
      'drop table "events"',
    ],
  },
  {
    name: 'tokens know what they were made with, sessions when they were used',
    statements: () => [
      'alter table "tokens" add column "parentId" text',
      'alter table "tokens" add column "sessionId" text',
      'create index "tokensByParent" on "tokens" ("parentId") where "parentId" is not null',
      'alter table "codes" add column "tokenId" text',
      `alter table "sessions" add column "id" text not null default ''`,
      'alter table "sessions" add column "lastUsedAt" bigint not null default 0',
      `alter table "sessions" add column "userAgent" text not null default ''`,
      'alter table "sessions" add column "address" text',
      // Until now, a session expired 30 days after its last use.
      `update "sessions" set "id" = substr("hash", 1, 32), "lastUsedAt" = "expiresAt" - 2592000000`,
      'alter table "sessions" drop column "expiresAt"',
    ],
  },
  {
    name: 'batches are compressed after the end of their update',
    statements: () => [
      'alter table "updates" add column "compactedAt" bigint',
      'create index "updatesToCompact" on "updates" ("id") where "endedAt" is not null and "compactedAt" is null',
    ],
  },
  { name: 'recoveries by name instead of number', statements: () => [...withoutNumbers] },
  {
    name: 'when the client of an update disconnected',
    statements: () => ['alter table "updates" add column "disconnected" text'],
  },
  {
    name: 'the error that an update failed with',
    statements: () => ['alter table "updates" add column "failure" text'],
  },
  {
    // Batches are compressed on arrival, as before.
    name: 'no compression of batches afterwards',
    statements: () => ['drop index "updatesToCompact"', 'alter table "updates" drop column "compactedAt"'],
  },
  { name: 'search over resources and runs', statements: searchSchema },
  {
    name: 'what was started, and who was refused, lately',
    statements: () => [
      'create index "updatesByStart" on "updates" ("startedAt", "status", "endReason") where "version" is not null',
      `create index "leaseLogRefused" on "leaseLog" ("at", "id") where "what" = 'refused'`,
    ],
  },
  {
    name: 'what changed in the credentials of a person',
    statements: ({ counter }) => [
      `create table "credentialChanges" ("id" ${counter}, "userId" text not null references "users" ("id"),
        "at" bigint not null, "deed" text not null, "login" text not null, "address" text, "byId" text,
        "seenAt" bigint)`,
      'create index "credentialChangesUnseen" on "credentialChanges" ("userId", "id") where "seenAt" is null',
    ],
  },
  {
    name: 'what was done to credentials is an action',
    statements: () => ['alter table "credentialChanges" rename column "deed" to "action"'],
  },
  {
    name: 'when a client in a queue was notified',
    statements: () => ['alter table "waiters" rename column "toldAt" to "notifiedAt"'],
  },
  {
    name: 'untracked resources under their name',
    statements: () => [
      'alter table "ledger" rename to "untracked"',
      ...['Open', 'Settled', 'ByStack'].map((index) => `drop index "ledger${index}"`),
      'create index "untrackedOpen" on "untracked" ("since", "seq") where "settledAt" is null',
      'create index "untrackedResolved" on "untracked" ("settledAt", "seq") where "settledAt" is not null',
      'create index "untrackedByStack" on "untracked" ("stackId", "settledAt")',
    ],
  },
  {
    name: 'resolved instead of settled',
    statements: () => [
      ...['At', 'By', 'Reason', 'Version'].map(
        (part) => `alter table "updates" rename column "settled${part}" to "resolved${part}"`,
      ),
      ...['At', 'By'].map((part) => `alter table "untracked" rename column "settled${part}" to "resolved${part}"`),
    ],
  },
  {
    name: 'tickets of a queue instead of waiters',
    statements: () => [
      'alter table "waiters" rename to "tickets"',
      'drop index "waitersByStack"',
      'create index "ticketsByStack" on "tickets" ("stackId", "since", "id")',
    ],
  },
  {
    name: 'how long checkpoints of an update took',
    statements: () => ['alter table "updates" add column "saves" text'],
  },
  { name: 'search of the audit log', statements: auditSearchSchema },
  {
    name: 'entries whose outputs are unknown',
    // No state has any yet: nothing wrote the mark by which they are recognised.
    statements: () => ['alter table "states" add column "unknownOutputs" bigint not null default 0'],
  },
  {
    name: 'references to stacks that do not exist',
    statements: ({ sorted }) => [
      `alter table "listed" add column "brokenReferences" text not null default '[]'`,
      // Derived, too: which stacks read a stack, by its name, whether or not it exists.
      `create table "listedReferences" ("stackId" text not null references "stacks" ("id"),
        "target" ${sorted} not null)`,
      'create index "listedReferencesByStack" on "listedReferences" ("stackId")',
      'create index "listedReferencesByTarget" on "listedReferences" ("target", "stackId")',
    ],
  },
]

export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Migrates a database to this version of the schema, in the transaction of `session`. `before`: stops before the
 * migration of that name, to test the upgrade of older data. Throws `NewerDatabaseError` if the schema is newer than
 * this version.
 */
export async function migrate(
  db: Kysely<Tables>,
  session: Session,
  types: ColumnTypes,
  now: number,
  before?: string,
): Promise<void> {
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
  if (present > SCHEMA_VERSION) {
    throw new NewerDatabaseError(
      `This database was written by a newer Holdfast (schema ${present}, this one knows ${SCHEMA_VERSION}): ` +
        'start that version again, or restore a backup made before the upgrade.',
    )
  }
  const applied = prepared((arg: Args<Tables['migrations']>) =>
    db.insertInto('migrations').values(rowOf(arg, ['version', 'name', 'appliedAt'])),
  )
  for (const [index, migration] of MIGRATIONS.entries()) {
    const version = index + 1
    if (migration.name === before) break
    if (version <= present) continue
    for (const statement of migration.statements(types)) await execute(statement)
    await session.run(applied, { version, name: migration.name, appliedAt: now })
  }
}
