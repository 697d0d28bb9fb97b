import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Grams, Needle } from '#domain/search/needles.ts'
import type {
  ActivityFilter,
  ActivityPlace,
  ActivityRows,
  UpdateReader,
  UpdateRow,
  UpdateStatus,
} from '#server/store/port/updates.ts'
import { hiddenText, hides, isVisible } from '../hidden.ts'
import { type Args, prepared, type Session } from '../session.ts'
import { each, raw, statement } from '../statement.ts'
import { type Tables, updates } from '../tables.ts'
import { patternOf, textConditions } from './conditions.ts'
import { asPatterns, type NeedleArguments, type NeedleShape, rowSearch } from './rows.ts'

const FILTERS = [
  'org',
  'project',
  'stack',
  'tag',
  'tagValue',
  'hiddenOrgs',
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
    hidden: string
    dryRun: number
    status: UpdateStatus
    beforeAt: number
    beforeId: string
    examine: number
    last: number
  }

/** Up to this number of stacks, their runs are read instead of all. */
const FEW_STACKS = 64

export type ActivityStatements = ReturnType<typeof createActivityStatements>

/** The statements of the runs of all stacks. */
export function createActivityStatements(db: Kysely<Tables>) {
  const search = rowSearch(db, { table: 'runTexts', key: 'seq', grams: 'runGrams', text: '"runTexts"."text"' })
  const columns = updates.columns.map((column) => `updates.${column}` as const)
  return {
    runs: each((way: Way, isExpired: boolean, needles: number, alternatives: number, ...given: Given[]) =>
      prepared((arg: Args<Arguments>) => {
        const page = chosenRuns(db, search, { way, isExpired, given }, arg)
          .$if(needles > 0, (query) => query.where(isSearched(search, { needles, alternatives }, arg)))
          .limit(arg('limit'))
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
    /** Those of the next `examine` runs that have the needles. */
    runsAmong: each((way: Way, isExpired: boolean, needles: number, alternatives: number, ...given: Given[]) =>
      prepared((arg: Args<Arguments>) => {
        const next = chosenRuns(db, search, { way, isExpired, given }, arg).select('updates.seq').limit(arg('examine'))
        return db
          .selectFrom(next.as('among'))
          .innerJoin('updates', 'updates.seq', 'among.seq')
          .select(columns)
          .where(isSearched(search, { needles, alternatives }, arg))
          .orderBy('updates.createdAt', 'desc')
          .orderBy('updates.id', 'desc')
          .limit(arg('limit'))
      }),
    ),
    /** The last one of those; none if there are fewer. */
    lastAmong: each((way: Way, isExpired: boolean, ...given: Given[]) =>
      prepared((arg: Args<Arguments>) =>
        chosenRuns(db, search, { way, isExpired, given }, arg)
          .select(['updates.createdAt', 'updates.id'])
          .limit(sql<number>`1`)
          .offset(arg('last')),
      ),
    ),
    /** The stacks with a word in their names. */
    named: statement((arg: Args<{ pattern: string; limit: number }>) =>
      raw(
        db,
        sql<{ stackId: string }>`select "stackId" from "listed"
          where ${textConditions(db).like(STACK_NAME, arg('pattern'))} limit ${arg('limit')}`,
      ),
    ),
    narrowing: search.narrowing,
  }
}

type RunSearch = ReturnType<typeof rowSearch>

const STACK_NAME = sql.raw(`lower('\n' || "listed"."fullName" || '\n')`)

/** The condition that the needles occur in the run's text or in the name of its stack. */
const isSearched = (search: RunSearch, shape: NeedleShape, arg: Args<Arguments>) =>
  // Existence, not joins: SQLite shall read the runs in their order, and these for each of them.
  sql<SqlBool>`exists (select 1 from "runTexts", "listed"
      where "runTexts"."seq" = "updates"."seq" and "listed"."stackId" = "updates"."stackId"
      and ${sql.join(search.holds(shape, [search.text, STACK_NAME], arg), sql` and `)})`

/** The runs of a filter, newest first. */
function chosenRuns(
  db: Kysely<Tables>,
  search: RunSearch,
  { way, isExpired, given }: { way: Way; isExpired: boolean; given: readonly Given[] },
  arg: Args<Arguments>,
) {
  const has = (name: Given) => given.includes(name)
  const ids = textConditions(db).isSqlite
    ? sql`select "value" from json_each(${arg('stackIds')})`
    : sql`select jsonb_array_elements_text(cast(${arg('stackIds')} as jsonb))`
  const isTagged = sql<SqlBool>`exists (select 1 from "listedTags" where "listedTags"."stackId" = "updates"."stackId"
    and "listedTags"."name" = ${arg('tag')} ${has('tagValue') ? sql`and "listedTags"."value" = ${arg('tagValue')}` : sql``})`
  return db
    .selectFrom('updates')
    .innerJoin('stacks', 'stacks.id', 'updates.stackId')
    .where('stacks.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('updates.dryRun', '=', 1), eb('updates.version', 'is not', null)]))
    .$if(way === 'stacks', (query) => query.where(sql<SqlBool>`"updates"."stackId" in (${ids})`))
    .$if(way === 'all' || way === 'any', (query) =>
      query.where(search.isFound('updates.seq', way === 'any' ? 'any' : 'all', arg('grams'))),
    )
    .$if(has('org'), (query) => query.where('stacks.org', '=', arg('org')))
    .$if(has('hiddenOrgs'), (query) => query.where(isVisible(sql.ref('stacks.org'), arg('hidden'))))
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
    .$if(has('before'), (query) =>
      query.where((eb) =>
        eb(eb.refTuple('updates.createdAt', 'updates.id'), '<', eb.tuple(arg('beforeAt'), arg('beforeId'))),
      ),
    )
    .orderBy('updates.createdAt', 'desc')
    .orderBy('updates.id', 'desc')
}

/** Runs that are compared with the needles at the most, unless the caller says otherwise. */
const MAX_EXAMINED = 50_000

/** The part of a reader that lists runs of all stacks. */
export const sqlActivityReader = (
  session: Session,
  statements: ActivityStatements,
): Pick<UpdateReader, 'activity'> => ({
  async activity(filter) {
    const source = { session, statements }
    const { needles = [], stackIds } = filter
    const way = stackIds === undefined ? 'time' : 'stacks'
    const extra = stackIds === undefined ? {} : { stackIds }
    if (needles.length === 0) return all(rowsBy(source, way, filter, extra))
    if (way === 'stacks') return comparing(source, way, filter, extra)
    const names = await Promise.all(needles.map((needle) => stacksNamed(source, needle)))
    const own = needles.filter((_, at) => names[at]?.length === 0)
    const stacks = new Set(names.flat())
    if (own.length === 0 && stacks.size > FEW_STACKS) return comparing(source, 'time', filter)
    // A needle that is in no name must be in the run's own text.
    const narrowing = await statements.narrowing(session, own.length > 0 ? own : needles)
    if (narrowing === undefined) return comparing(source, 'time', filter)
    const found = rowsBy(source, narrowing.of, filter, narrowing)
    if (own.length > 0) return all(found)
    const others = await rowsBy(source, 'stacks', filter, { stackIds: [...stacks] })
    return { rows: merged(await found, others).slice(0, filter.limit), reached: null }
  },
})

type Source = { session: Session; statements: ActivityStatements }
type Extra = { stackIds?: readonly string[]; grams?: string }

/** The shape and the arguments of a statement for a filter. */
function asked(filter: ActivityFilter, extra: Extra) {
  const { org = '', project = '', stack = '', tag, kind = 'update', requestedBy = '', result, before } = filter
  const { since = 0, until = 0, limit, needles = [] } = filter
  const known = { ...filter, tagValue: tag?.value, hiddenOrgs: hides(filter.hiddenOrgs) || undefined }
  const { shape, patterns } = asPatterns(needles)
  const args = {
    ...patterns,
    grams: extra.grams ?? '',
    stackIds: JSON.stringify(extra.stackIds ?? []),
    org,
    project,
    stack,
    tag: tag?.name.toWellFormed() ?? '',
    tagValue: tag?.value?.toWellFormed() ?? '',
    hidden: hiddenText(filter.hiddenOrgs),
    kind,
    requestedBy,
    since,
    until,
    limit,
    dryRun: Number(filter.dryRun ?? false),
    status: result === undefined || result === 'expired' ? ('failed' as const) : result,
    beforeAt: before?.createdAt ?? 0,
    beforeId: before?.id ?? '',
    examine: 0,
    last: 0,
  }
  return { args, shape, isExpired: result === 'expired', given: FILTERS.filter((name) => known[name] !== undefined) }
}

const all = async (rows: Promise<UpdateRow[]>): Promise<ActivityRows> => ({ rows: await rows, reached: null })

async function rowsBy(
  { session, statements }: Source,
  way: Way,
  filter: ActivityFilter,
  extra: Extra = {},
): Promise<UpdateRow[]> {
  const { args, shape, isExpired, given } = asked(filter, extra)
  const query = statements.runs(way, isExpired, shape.needles, shape.alternatives, ...given)
  return (await session.rows(query, args)).map((row) => updates.decode(row))
}

/** Compares run after run, newest first, until the page is full or so many were compared. */
async function comparing(
  { session, statements }: Source,
  way: 'time' | 'stacks',
  filter: ActivityFilter,
  extra: Extra = {},
): Promise<ActivityRows> {
  const { examine = MAX_EXAMINED, limit } = filter
  const rows: UpdateRow[] = []
  let reached: ActivityPlace | null = filter.before ?? null
  for (let examined = 0; examined < examine;) {
    await session.pause()
    const step = { ...filter, ...(reached && { before: reached }), limit: limit - rows.length }
    const { args, shape, isExpired, given } = asked(step, extra)
    const count = Math.min(session.rowsAtOnce, examine - examined)
    const among = statements.runsAmong(way, isExpired, shape.needles, shape.alternatives, ...given)
    rows.push(...(await session.rows(among, { ...args, examine: count })).map((row) => updates.decode(row)))
    if (rows.length >= limit) return { rows, reached: null }
    const [last] = await session.rows(statements.lastAmong(way, isExpired, ...given), { ...args, last: count - 1 })
    if (last === undefined) return { rows, reached: null }
    reached = last
    examined += count
  }
  return { rows, reached }
}

/** The stacks with the needle in their names: more than `FEW_STACKS` if there are too many to read their runs. */
async function stacksNamed({ session, statements }: Source, needle: Needle): Promise<string[]> {
  const found = new Set<string>()
  for (const text of needle) {
    const rows = await session.rows(statements.named(), { pattern: patternOf(text), limit: FEW_STACKS + 1 })
    for (const { stackId } of rows) found.add(stackId)
  }
  return [...found]
}

/** Each run once, newest first. */
const merged = (one: readonly UpdateRow[], other: readonly UpdateRow[]): UpdateRow[] =>
  [...new Map([...one, ...other].map((row) => [row.id, row])).values()].toSorted(
    (a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1),
  )
