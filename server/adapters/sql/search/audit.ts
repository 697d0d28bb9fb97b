import { type Expression, type Kysely, sql } from 'kysely'
import { RUN_ACTIONS } from '#domain/auditWords.ts'
import type { Grams } from '#domain/search/needles.ts'
import type { AuditFilter, LogReader } from '#server/store/port/logs.ts'
import { hiddenText, hides, isVisible } from '../hidden.ts'
import { type Args, prepared, type Session } from '../session.ts'
import { each } from '../statement.ts'
import { audit, type Tables } from '../tables.ts'
import { textConditions } from './conditions.ts'
import { asPatterns, type NeedleArguments, rowSearch } from './rows.ts'
import { auditTextIn } from './schema.ts'

const FILTERS = [
  'org',
  'hiddenOrgs',
  'stackId',
  'stack',
  'login',
  'action',
  'before',
  'after',
  'since',
  'until',
  'run',
  'runs',
] as const satisfies (keyof AuditFilter)[]

/** The organization of an entry's stack; an empty text if it is about none. */
const orgIn = (isSqlite: boolean) =>
  sql<string>`coalesce(${sql.raw(isSqlite ? `substr("stack", 1, instr("stack", '/') - 1)` : `split_part("stack", '/', 1)`)}, '')`
type Order = NonNullable<AuditFilter['order']>

export type AuditStatements = ReturnType<typeof createAuditStatements>

/** Compares a prefix, because `like` ignores case in one database and treats `_` as a wildcard in both. */
const inOrganization = (prefix: Expression<string>) =>
  sql<boolean>`("stack" is null or substr("stack", 1, length(${prefix})) = ${prefix})`

/** The details of entries about a run are its name alone, or go on after a colon (its end) or a comma (its start). */
const isAboutRun = (run: Expression<string>, detail: Expression<string> = sql.ref('detail')) =>
  sql<boolean>`(${detail} = ${run} or substr(${detail}, 1, length(${run}) + 1) in (${run} || ':', ${run} || ','))`

/** `runs` is a JSON list. It comes first, so that the entries of each stack come from the index. */
const isAboutOneOf = (runs: Expression<string>, isSqlite: boolean) => {
  const list = isSqlite
    ? sql`(select "value" ->> 'stackId' as "stackId", "value" ->> 'run' as "run" from json_each(${runs}))`
    : sql`jsonb_to_recordset(cast(${runs} as jsonb))`
  const columns = isSqlite ? sql`` : sql`("stackId" text, "run" text)`
  return sql<boolean>`"id" in (select "of"."id" from ${list} as "wanted"${columns}
    cross join "audit" as "of" where "of"."stackId" = "wanted"."stackId"
    and "of"."action" in (${sql.join(RUN_ACTIONS.map((action) => sql.lit(action)))})
    and ${isAboutRun(sql.ref('wanted.run'), sql.ref('of.detail'))})`
}

/** The statements of the audit log. */
export function createAuditStatements(db: Kysely<Tables>) {
  const { isSqlite } = textConditions(db)
  const text = auditTextIn('"audit".', isSqlite)
  const search = rowSearch(db, { table: 'audit', key: 'id', grams: 'auditGrams', text })
  return {
    rows: each(
      (
        order: Order,
        grams: Grams['of'] | 'none',
        needles: number,
        alternatives: number,
        ...given: (typeof FILTERS)[number][]
      ) =>
        prepared(
          (
            arg: Args<
              Required<Omit<AuditFilter, 'order' | 'needles' | 'hiddenOrgs' | 'runs'>> & {
                hidden: string
                runs: string
              } & NeedleArguments
            >,
          ) => {
            const rows = db.selectFrom('audit').select(audit.columns)
            const filtered = given.reduce((query, name) => {
              if (name === 'before') return query.where('id', '<', arg(name))
              if (name === 'after') return query.where('id', '>', arg(name))
              if (name === 'since') return query.where('at', '>=', arg(name))
              if (name === 'until') return query.where('at', '<', arg(name))
              if (name === 'hiddenOrgs') return query.where(isVisible(orgIn(isSqlite), arg('hidden')))
              if (name === 'run') return query.where(isAboutRun(arg(name)))
              if (name === 'runs') return query.where(isAboutOneOf(arg(name), isSqlite))
              return name === 'org' ? query.where(inOrganization(arg(name))) : query.where(name, '=', arg(name))
            }, rows)
            const texts = search.holds({ needles, alternatives }, [search.text], arg)
            return texts
              .reduce((query, condition) => query.where(condition), filtered)
              .$if(grams !== 'none', (query) =>
                query.where(search.isFound('audit.id', grams === 'any' ? 'any' : 'all', arg('grams'))),
              )
              .orderBy('id', order === 'newest' ? 'desc' : 'asc')
              .limit(arg('limit'))
          },
        ),
    ),
    narrowing: search.narrowing,
  }
}

/** The part of a reader that lists the audit log. */
export function sqlAuditReader(session: Session, statements: AuditStatements): Pick<LogReader, 'audit'> {
  return {
    async audit({ order = 'newest', org, needles = [], hiddenOrgs, ...rest }) {
      const filter = org === undefined ? rest : { ...rest, org: `${org}/` }
      const given = FILTERS.filter((name) =>
        name === 'hiddenOrgs' ? hides(hiddenOrgs) : filter[name as keyof typeof filter] !== undefined,
      )
      const narrowing = await statements.narrowing(session, needles)
      const { shape, patterns } = asPatterns(needles)
      const query = statements.rows(order, narrowing?.of ?? 'none', shape.needles, shape.alternatives, ...given)
      const also = { hidden: hiddenText(hiddenOrgs), runs: JSON.stringify(filter.runs ?? []) }
      const rows = await session.rows(query, { ...filter, ...patterns, ...also, grams: narrowing?.grams ?? '' })
      return rows.map((row) => audit.decode(row))
    },
  }
}
