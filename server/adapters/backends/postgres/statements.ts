/** Objects in a page of a listing. */
export const PAGE = 5_000

/** Whole milliseconds since 1970. */
const AT = `floor(extract(epoch from updated_at) * 1000)::float8 as at`

/**
 * The statements on the table of the CLI (docs/backends.md, PostgreSQL); `table` is quoted. `xmin` is the transaction
 * that wrote a row: it changes with each write. The operators with tildes compare code points, whatever the language of
 * the database, and use the index of the CLI.
 */
export const statementsFor = (table: string) => ({
  /** $1 pattern, $2 after. Unpacks no object. */
  list: `select key, ${AT}, xmin::text as mark, pg_column_size(data) as stored from ${table}
    where key like $1 and key ~>~ $2
    order by key using ~<~ limit ${PAGE}`,
  /** $1 key, $2 a mark or null: no bytes if the object has it. */
  read: `select ${AT}, xmin::text as mark, case when xmin::text = $2 then null else data->>'data' end as data
    from ${table} where key = $1`,
  exists: `select 1 from ${table} where key = $1`,
  create: `insert into ${table} (key, data, updated_at) values ($1, $2, now()) on conflict (key) do nothing`,
  put: `insert into ${table} (key, data, updated_at) values ($1, $2, now())
    on conflict (key) do update set data = excluded.data, updated_at = now()`,
  /** $3 mark. A concurrent write changes it: the row is looked at again when that is committed. */
  replace: `update ${table} set data = $2, updated_at = now() where key = $1 and xmin::text = $3`,
  /** $1 from, $2 to. */
  copy: `insert into ${table} (key, data, updated_at) select $2, data, now() from ${table} where key = $1
    on conflict (key) do update set data = excluded.data, updated_at = now()`,
  /** $2 a mark or null. */
  remove: `delete from ${table} where key = $1 and ($2::text is null or xmin::text = $2)`,
  now: `select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
})

/** A pattern for all keys with a prefix, whose own signs of patterns are taken as they are. */
export const patternOf = (prefix: string): string => `${prefix.replace(/[\\%_]/g, '\\$&')}%`

/** `{"data":""}` and the head of a value. */
const FRAME = 12
const LONG_HEAD = 3
const SHORT = 127

/** About the bytes of an object, from what its row takes; less for a row that the database compressed. */
export function sizeOf(stored: number): number {
  const text = stored - FRAME - (stored > SHORT ? LONG_HEAD : 0)
  return Math.max(0, Math.floor((text * 3) / 4))
}
