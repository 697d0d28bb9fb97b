import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Grams, gramsOf, type Needle } from '#domain/search/needles.ts'
import { type Args, prepared, type Session } from '../session.ts'
import { each, raw } from '../statement.ts'
import type { Tables } from '../tables.ts'
import { evened, patternOf, places, textConditions } from './conditions.ts'

/**
 * Needles as parameters: each has the same number of alternatives, and both numbers are powers of two, to limit the
 * number of shapes of statements.
 */
export type NeedleShape = { needles: number; alternatives: number }
export type NeedleArguments = Record<`needle${number}`, string> & { grams: string }

export const NO_NEEDLES: NeedleShape = { needles: 0, alternatives: 0 }

/** More rows than this are not looked up one by one: so many are found soon on the way through the list. */
export const FEW_ROWS = 2_000

/** The text of the rows of a list, and its trigrams. */
export type Searched = {
  table: 'runTexts' | 'audit'
  key: 'seq' | 'id'
  grams: 'runGrams' | 'auditGrams'
  text: string
}

/** Parts of statements that search the rows of a list. */
export function rowSearch(db: Kysely<Tables>, { table, key, grams: gramTable, text }: Searched) {
  const { isSqlite, like, hasGrams, gramsText } = textConditions(db)
  const value = sql.raw<string>(text)
  const keysWith = (of: Grams['of'], grams: Expression<unknown>) =>
    isSqlite
      ? sql`select rowid from ${sql.table(gramTable)} where ${hasGrams(of, gramTable, value, grams)}`
      : sql`select ${sql.ref(`${table}.${key}`)} from ${sql.table(table)} where ${hasGrams(of, gramTable, value, grams)}`
  const count = each((of: Grams['of']) =>
    prepared((arg: Args<{ grams: string; limit: number }>) => {
      const found = sql`${keysWith(of, arg('grams'))} limit ${arg('limit')}`
      return raw(db, sql<{ count: number }>`select count(*) as "count" from (${found}) as "found"`)
    }),
  )
  return {
    /** The condition that a key is that of a row with the trigrams. */
    isFound: (rowKey: string, of: Grams['of'], grams: Expression<unknown>) =>
      sql<SqlBool>`${sql.ref(rowKey)} in (${keysWith(of, grams)})`,
    /** The conditions that each needle occurs in one of the texts. */
    holds: (shape: NeedleShape, texts: readonly RawBuilder<unknown>[], arg: Args<NeedleArguments>) =>
      places(shape.needles).map(
        (needle) =>
          sql<SqlBool>`(${sql.join(
            places(shape.alternatives).flatMap((at) =>
              texts.map((each) => like(each, arg(`needle${needle * shape.alternatives + at}`))),
            ),
            sql` or `,
          )})`,
      ),
    text: value,
    /** The trigrams that narrow a search to few rows; undefined if none do. */
    async narrowing(session: Session, needles: readonly Needle[]) {
      const grams = gramsOf(needles)
      if (grams === undefined) return undefined
      const argument = gramsText(grams)
      const rows = await session.rows(count(grams.of), { grams: argument, limit: FEW_ROWS + 1 })
      return (rows[0]?.count ?? 0) > FEW_ROWS ? undefined : { of: grams.of, grams: argument }
    },
  }
}

/** The shape of needles, and their patterns. */
export function asPatterns(needles: readonly Needle[]): { shape: NeedleShape; patterns: Record<string, string> } {
  if (needles.length === 0) return { shape: NO_NEEDLES, patterns: {} }
  const shape = {
    needles: evened(needles.length),
    alternatives: evened(Math.max(...needles.map(({ length }) => length))),
  }
  const patterns: Record<string, string> = {}
  for (let at = 0; at < shape.needles; at++) {
    const needle = needles[at] ?? needles[0] ?? []
    for (let n = 0; n < shape.alternatives; n++)
      patterns[`needle${at * shape.alternatives + n}`] = patternOf(needle[n] ?? needle[0] ?? '')
  }
  return { shape, patterns }
}
