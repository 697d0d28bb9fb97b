import type { ColumnTypes } from '../columns.ts'

/** The searched text of a resource: name, ID and type, one line each. Both databases fold only ASCII: the columns are in "C". */
const searched = (row: string) =>
  `lower('\n' || ${row}"name" || '\n' || coalesce(${row}"resourceId", '') || '\n' || ${row}"type" || '\n')`
export const SEARCHED_TEXT = searched('"resources".')

const FIELDS = ['login', 'tokenName', 'address', 'action', 'stack', 'detail', 'requestId']

/** The searched text of an entry of the audit log: one line for each field. */
export const auditTextIn = (row: string, isSqlite: boolean): string => {
  const text = `'\n' || ${FIELDS.map((field) => `coalesce(${row}"${field}", '') || '\n'`).join(' || ')}`
  return isSqlite ? `lower(${text})` : `lower((${text}) collate "C")`
}

/** The trigrams of a text, by a function of our own: `pg_trgm` is an extension that not every PostgreSQL has. */
export const GRAMS = '"holdfastGrams"'

/** The index in PostgreSQL. Without a pending list, which every search would have to read. */
export const GRAM_INDEX = `create index "resourceGrams" on "resources" using gin ((${GRAMS}(${searched('')})))
  with (fastupdate = off)`

/**
 * Tables of resources and runs; these and the audit log each with a trigram index that maintains itself: in SQLite a table kept by triggers, in PostgreSQL an
 * index on the function's result.
 */
export const searchSchema = ({ bytes, sorted, counter }: ColumnTypes): string[] => [
  `create table "indexedStacks" ("no" ${counter}, "stackId" text not null unique, "stateId" text,
    "rules" bigint not null, "step" bigint not null)`,
  `create table "resources" ("seq" ${counter}, "stack" bigint not null, "name" ${sorted} not null,
    "type" ${sorted} not null, "parentType" ${sorted} not null, "resourceId" ${sorted}, "provider" ${sorted},
    "isProtected" smallint not null, "oddUrn" ${sorted})`,
  'create index "resourcesByStack" on "resources" ("stack", "seq")',
  'create index "resourcesProtected" on "resources" ("seq") where "isProtected" = 1',
  `create table "runTexts" ("seq" bigint primary key, "text" ${sorted} not null)`,
  ...(bytes === 'blob'
    ? [
        ...kept('resourceGrams', 'resources', searched),
        ...kept('runGrams', 'runTexts', (row) => `${row}"text"`),
        ...kept('auditGrams', 'audit', (row) => auditTextIn(row, true), 'id'),
      ]
    : [
        `create function ${GRAMS}("value" text) returns text[] language sql immutable strict parallel safe as $grams$
          select coalesce(array_agg(distinct substr("value", n, 3)), '{}')
          from generate_series(1, length("value") - 2) as n $grams$`,
        GRAM_INDEX,
        `create index "runGrams" on "runTexts" using gin ((${GRAMS}("text"))) with (fastupdate = off)`,
        `create index "auditGrams" on "audit" using gin ((${GRAMS}(${auditTextIn('', false)}))) with (fastupdate = off)`,
      ]),
]

/** An index of trigrams only: neither the text nor the positions in it are stored twice. */
const kept = (grams: string, table: string, text: (row: string) => string, key = 'seq'): string[] => [
  `create virtual table "${grams}" using fts5("text", content = '', columnsize = 0, detail = none,
    tokenize = 'trigram case_sensitive 1')`,
  `create trigger "${grams}Added" after insert on "${table}" begin
    insert into "${grams}" (rowid, "text") values (new."${key}", ${text('new.')}); end`,
  `create trigger "${grams}Removed" after delete on "${table}" begin
    insert into "${grams}" ("${grams}", rowid, "text") values ('delete', old."${key}", ${text('old.')}); end`,
]
