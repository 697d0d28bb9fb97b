import { type Expression, type Kysely, type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { Grams } from '#domain/search/needles.ts'
import type { Tables } from '../tables.ts'
import { GRAMS } from './schema.ts'

export type TextConditions = ReturnType<typeof textConditions>

/** Conditions on searched texts, in the SQL of the database. */
export function textConditions(db: Kysely<Tables>) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return {
    isSqlite,
    like: (value: RawBuilder<unknown>, pattern: Expression<unknown>) => sql`${value} like ${pattern} escape '\\'`,
    /** Uses the index of trigrams; in SQLite that is a table of its own. */
    hasGrams: (of: Grams['of'], table: string, value: RawBuilder<unknown>, grams: Expression<unknown>) =>
      isSqlite
        ? sql`${sql.table(table)} match ${grams}`
        : sql`${sql.raw(GRAMS)}(${value}) ${sql.raw(of === 'all' ? '@>' : '&&')} cast(${grams} as text[])`,
    /** Trigrams in the form that the database takes. */
    gramsText: ({ of, grams }: Grams): string =>
      isSqlite
        ? grams.map(quoted).join(of === 'all' ? ' AND ' : ' OR ')
        : `{${grams.map((gram) => `"${gram.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`,
  }
}

const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`

/** A `like` pattern that matches the text literally, at any position. */
export const patternOf = (text: string): string => `%${text.toWellFormed().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The numbers of so many parameters: 0, 1, 2. */
export const places = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** The next power of two: it limits the number of shapes of statements. */
export const evened = (count: number): number => 2 ** Math.ceil(Math.log2(count))
