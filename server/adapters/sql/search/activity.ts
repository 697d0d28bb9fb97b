import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Grams, Needle } from '#domain/search/needles.ts'
import type { ActivityFilter, UpdateReader, UpdateRow, UpdateStatus } from '#server/store/port/updates.ts'
import { type Args, prepared, type Session } from '../session.ts'
import { each, statement } from '../statement.ts'
import { type Tables, updates } from '../tables.ts'
import { patternOf, textConditions } from './conditions.ts'
import { asPatterns, type NeedleArguments, rowSearch } from './rows.ts'

const FILTERS = [
  'org',
  'project',
  'stack',
  'tag',
  'tagValue',
  'kind',
  'dryRun',
  'result',
  'requestedBy',
  'since',
  'until',
  'before',
] as const
type Given = (typeof FILTERS)[number]

/**
 * What is read: all runs by time, the runs of some stacks, or those with trigrams. The latter two are sorted, and must
 * be few.
 */
type Way = 'time' | 'stacks' | Grams['of']

/** Arguments of `runs`; those of an unused filter are placeholders without effect. */
type Arguments = Required<
  Pick<ActivityFilter, 'org' | 'project' | 'stack' | 'kind' | 'requestedBy' | 'since' | 'until' | 'limit'>
> &
  NeedleArguments & {
    stackIds: string
    tag: string
    tagValue: string
    dryRun: number
    status: UpdateStatus
    beforeAt: number
    beforeId: string
  }

/** Up to this number of stacks, their runs are read instead of all. */
const FEW_STACKS = 64

export type ActivityStatements = ReturnType<typeof createActivityStatements>

/** The statements of the runs of all stacks. */
export function createActivityStatements(db: Kysely<Tables>) {
  const { isSqlite, like } = textConditions(db)
  const search = rowSearch(db, { table: 'runTexts', key: 'seq', grams: 'runGrams', text: '"runTexts"."text"' })
  const stackName = sql.raw(`lower('\n' || "listed"."fullName" || '\n')`)
  const ids = (arg: Args<Arguments>) =>
    isSqlite
      ? sql`select "value" from json_each(${arg('stackIds')})`
      : sql`select jsonb_array_elements_text(cast(${arg('stackIds')} as jsonb))`

  const chosen = (way: Way, isExpired: boolean, [needles, alternatives]: [number, number], given: readonly Given[]) => {
    const has = (name: Given) => given.includes(name)
    return (arg: Args<Arguments>) => {
      // Existence, not joins: SQLite shall read the runs in their order, and these for each of them.
      const texts = search.holds({ needles, alternatives }, [search.text, stackName], arg)
      const isSearched = sql<SqlBool>`exists (select 1 from "runTexts", "listed"
        where "runTexts"."seq" = "updates"."seq" and "listed"."stackId" = "updates"."stackId"
        and ${sql.join(texts, sql` and `)})`
      const isTagged = sql<SqlBool>`exists (select 1 from "listedTags" where "listedTags"."stackId" = "updates"."stackId"
        and "listedTags"."name" = ${arg('tag')} ${has('tagValue') ? sql`and "listedTags"."value" = ${arg('tagValue')}` : sql``})`
      return db
        .selectFrom('updates')
        .innerJoin('stacks', 'stacks.id', 'updates.stackId')
        .where('stacks.deletedAt', 'is', null)
        .where((eb) => eb.or([eb('updates.dryRun', '=', 1), eb('updates.version', 'is not', null)]))
        .$if(way === 'stacks', (query) => query.where(sql<SqlBool>`"updates"."stackId" in (${ids(arg)})`))
        .$if(way === 'all' || way === 'any', (query) =>
          query.where(search.isFound('updates.seq', way === 'any' ? 'any' : 'all', arg('grams'))),
        )
        .$if(has('org'), (query) => query.where('stacks.org', '=', arg('org')))
        .$if(has('project'), (query) => query.where('stacks.project', '=', arg('project')))
        .$if(has('stack'), (query) => query.where('stacks.name', '=', arg('stack')))
        .$if(has('tag'), (query) => query.where(isTagged))
        .$if(has('kind'), (query) => query.where('updates.kind', '=', arg('kind')))
        .$if(has('dryRun'), (query) => query.where('updates.dryRun', '=', arg('dryRun')))
        .$if(has('requestedBy'), (query) => query.where('updates.requestedBy', '=', arg('requestedBy')))
        .$if(has('since'), (query) => query.where('updates.createdAt', '>=', arg('since')))
        .$if(has('until'), (query) => query.where('updates.createdAt', '<', arg('until')))
        .$if(has('result') && isExpired, (query) =>
          query.where('updates.endReason', '=', sql.lit('expiry' as const)).where('updates.status', '=', arg('status')),
        )
        .$if(has('result') && !isExpired, (query) =>
          query
            .where('updates.status', '=', arg('status'))
            .where((eb) =>
              eb.or([eb('updates.endReason', 'is', null), eb('updates.endReason', '!=', sql.lit('expiry' as const))]),
            ),
        )
        .$if(needles > 0, (query) => query.where(isSearched))
        .$if(has('before'), (query) =>
          query.where((eb) =>
            eb(eb.refTuple('updates.createdAt', 'updates.id'), '<', eb.tuple(arg('beforeAt'), arg('beforeId'))),
          ),
        )
        .orderBy('updates.createdAt', 'desc')
        .orderBy('updates.id', 'desc')
        .limit(arg('limit'))
    }
  }

  const columns = updates.columns.map((column) => `updates.${column}` as const)
  return {
    runs: each((way: Way, isExpired: boolean, needles: number, alternatives: number, ...given: Given[]) =>
      prepared((arg: Args<Arguments>) => {
        const page = chosen(way, isExpired, [needles, alternatives], given)(arg)
        if (way === 'time') return page.select(columns)
        // Only keys are sorted.
        return db
          .selectFrom(page.select('updates.seq').as('page'))
          .innerJoin('updates', 'updates.seq', 'page.seq')
          .select(columns)
          .orderBy('updates.createdAt', 'desc')
          .orderBy('updates.id', 'desc')
      }),
    ),
    /** The stacks with a word in their names. */
    named: statement((arg: Args<{ pattern: string; limit: number }>) => {
      const query = sql<{ stackId: string }>`select "stackId" from "listed"
        where ${like(stackName, arg('pattern'))} limit ${arg('limit')}`
      return { compile: () => query.compile(db) }
    }),
    narrowing: search.narrowing,
  }
}

/** The part of a reader that lists runs of all stacks. */
export function sqlActivityReader(session: Session, statements: ActivityStatements): Pick<UpdateReader, 'activity'> {
  async function rowsBy(
    way: Way,
    filter: ActivityFilter,
    extra: { stackIds?: readonly string[]; grams?: string } = {},
  ) {
    const { org = '', project = '', stack = '', tag, kind = 'update', requestedBy = '', result, before } = filter
    const { since = 0, until = 0, limit, needles = [] } = filter
    const known = { ...filter, tagValue: tag?.value }
    const { shape, patterns } = asPatterns(needles)
    const given = FILTERS.filter((name) => known[name] !== undefined)
    const query = statements.runs(way, result === 'expired', shape.needles, shape.alternatives, ...given)
    const rows = await session.rows(query, {
      ...patterns,
      grams: extra.grams ?? '',
      stackIds: JSON.stringify(extra.stackIds ?? []),
      org,
      project,
      stack,
      tag: tag?.name.toWellFormed() ?? '',
      tagValue: tag?.value?.toWellFormed() ?? '',
      kind,
      requestedBy,
      since,
      until,
      limit,
      dryRun: Number(filter.dryRun ?? false),
      status: result === undefined || result === 'expired' ? 'failed' : result,
      beforeAt: before?.createdAt ?? 0,
      beforeId: before?.id ?? '',
    })
    return rows.map((row) => updates.decode(row))
  }

  /** The stacks with the needle in their names: more than `FEW_STACKS` if there are too many to read their runs. */
  async function named(needle: Needle): Promise<string[]> {
    const found = new Set<string>()
    for (const text of needle) {
      const rows = await session.rows(statements.named(), { pattern: patternOf(text), limit: FEW_STACKS + 1 })
      for (const { stackId } of rows) found.add(stackId)
    }
    return [...found]
  }

  return {
    async activity(filter) {
      const { needles = [], stackIds } = filter
      if (stackIds !== undefined) return rowsBy('stacks', filter, { stackIds })
      if (needles.length === 0) return rowsBy('time', filter)
      const names = await Promise.all(needles.map(named))
      const own = needles.filter((_, at) => names[at]?.length === 0)
      const stacks = new Set(names.flat())
      if (own.length === 0 && stacks.size > FEW_STACKS) return rowsBy('time', filter)
      // A needle that is in no name must be in the run's own text.
      const narrowing = await statements.narrowing(session, own.length > 0 ? own : needles)
      if (narrowing === undefined) return rowsBy('time', filter)
      const found = await rowsBy(narrowing.of, filter, narrowing)
      if (own.length > 0) return found
      const others = await rowsBy('stacks', filter, { stackIds: [...stacks] })
      return merged(found, others).slice(0, filter.limit)
    },
  }
}

/** Each run once, newest first. */
const merged = (one: readonly UpdateRow[], other: readonly UpdateRow[]): UpdateRow[] =>
  [...new Map([...one, ...other].map((row) => [row.id, row])).values()].toSorted(
    (a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1),
  )
