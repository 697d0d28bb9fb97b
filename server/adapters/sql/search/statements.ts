import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { isVisible } from '../hidden.ts'
import { type Args, prepared } from '../session.ts'
import { each, raw, statement } from '../statement.ts'
import { type Tables, updates } from '../tables.ts'
import { places, type TextConditions, textConditions } from './conditions.ts'
import { SEARCHED_TEXT } from './schema.ts'

/**
 * The shape of a statement for a filter: the number of parameters for patterns is a power of two, to limit the number
 * of shapes.
 */
export type Shape = {
  grams: 'all' | 'any' | 'none'
  likes: number
  /** Number of patterns of which one has to match. */
  anyOf: number
  parts: readonly Part[]
}
export type Part = 'type' | 'id' | 'isProtected' | 'stack' | 'stacks' | 'stackPart' | 'exactly' | 'hidden'

type ResourceArguments = Record<`like${number}` | `any${number}`, string> &
  Record<`stack${number}`, number> & {
    grams: string
    type: string
    id: string
    isProtected: number
    stackPart: string
    name: string
    exactType: string
    parentType: string
    hidden: string
    limit: number
    /** The number of candidates, and the `seq` from which they are taken: later ones of resources, earlier ones of runs. */
    examine: number
    from: number
  }
export type SearchArguments = Partial<ResourceArguments> & { limit: number; examine: number; from: number }

/** Up to this number of stacks, their resources are examined one by one; for more, the trigrams are looked up first. */
export const FEW_STACKS = 64

export type FoundRow = {
  name: string
  type: string
  parentType: string
  resourceId: string | null
  provider: string | null
  isProtected: number
  oddUrn: string | null
  stackId: string
  org: string
  project: string
  stackName: string
}

export type SearchStatements = ReturnType<typeof createSearchStatements>

export function createSearchStatements(db: Kysely<Tables>) {
  const conditions = textConditions(db)
  return {
    gramsText: conditions.gramsText,
    ...indexStatements(db),
    ...stackStatements(db, conditions),
    ...resourceStatements(db, conditions),
    ...runTextStatements(db),
    ...runStatements(db, conditions),
  }
}

type Arg = Args<Required<SearchArguments>>

const RESOURCE_TEXT = sql.raw<string>(SEARCHED_TEXT)
const RUN_TEXT = sql.raw<string>('"runTexts"."text"')
const named = sql.raw('lower("listed"."fullName")')

/** The resources that are indexed, and of which state. */
const indexStatements = (db: Kysely<Tables>) => ({
  mark: statement((arg: Args<{ stackId: string }>) =>
    db.selectFrom('indexedStacks').select(['stateId', 'rules', 'step']).where('stackId', '=', arg('stackId')),
  ),
  insertMark: statement((arg: Args<{ stackId: string }>) =>
    db
      .insertInto('indexedStacks')
      .values({ stackId: arg('stackId'), stateId: null, rules: 0, step: 0 })
      .onConflict((conflict) => conflict.column('stackId').doNothing()),
  ),
  /** A concurrent caller waits here, and then finds another step. */
  takeStep: statement((arg: Args<{ stackId: string; step: number }>) =>
    db
      .updateTable('indexedStacks')
      .set({ step: sql`"step" + 1` })
      .where('stackId', '=', arg('stackId'))
      .where('step', '=', arg('step')),
  ),
  setMark: statement((arg: Args<{ stackId: string; stateId: string | null; rules: number }>) =>
    db
      .updateTable('indexedStacks')
      .set({ stateId: arg('stateId'), rules: arg('rules') })
      .where('stackId', '=', arg('stackId')),
  ),
  insertResource: statement((arg: Args<Omit<Tables['resources'], 'seq' | 'stack'> & { stackId: string }>) =>
    raw(
      db,
      sql`insert into "resources"
        ("stack", "name", "type", "parentType", "resourceId", "provider", "isProtected", "oddUrn")
        select "no", ${arg('name')}, ${arg('type')}, ${arg('parentType')}, ${arg('resourceId')}, ${arg('provider')},
          ${asNumber(arg('isProtected'))}, ${arg('oddUrn')} from "indexedStacks" where "stackId" = ${arg('stackId')}`,
    ),
  ),
  deleteResource: statement((arg: Args<{ seq: number }>) => db.deleteFrom('resources').where('seq', '=', arg('seq'))),
  indexed: statement((arg: Args<{ stackId: string; after: number; limit: number }>) =>
    db
      .selectFrom('resources')
      .innerJoin('indexedStacks', 'indexedStacks.no', 'resources.stack')
      .select(['seq', 'name', 'type', 'parentType', 'resourceId', 'provider', 'isProtected', 'oddUrn'])
      .where('stackId', '=', arg('stackId'))
      .where('seq', '>', arg('after'))
      .orderBy('seq')
      .limit(arg('limit')),
  ),
  stale: statement((arg: Args<{ rules: number; limit: number }>) =>
    raw(
      db,
      sql<{ stackId: string; stateId: string | null }>`select * from (
        select "stacks"."id" as "stackId", "indexedStacks"."stateId" as "known", "indexedStacks"."rules" as "rules",
          case when "stacks"."deletedAt" is null then "stacks"."stateId" end as "stateId"
        from "stacks" left join "indexedStacks" on "indexedStacks"."stackId" = "stacks"."id") as "each"
      where coalesce("stateId", '') <> coalesce("known", '') or "rules" <> ${arg('rules')} limit ${arg('limit')}`,
    ),
  ),
})

/** The stacks that match a filter. */
const stackStatements = (db: Kysely<Tables>, conditions: TextConditions) => ({
  stacksNamed: statement((arg: Args<{ pattern: string; limit: number }>) =>
    raw(
      db,
      sql<{ no: number }>`select "indexedStacks"."no" as "no" from "listed"
      join "indexedStacks" on "indexedStacks"."stackId" = "listed"."stackId"
      where ${conditions.like(named, arg('pattern'))} limit ${arg('limit')}`,
    ),
  ),
  stacksCalled: statement((arg: Args<{ project: string; name: string }>) =>
    raw(
      db,
      sql<{ no: number }>`select "indexedStacks"."no" as "no" from "listed"
      join "indexedStacks" on "indexedStacks"."stackId" = "listed"."stackId"
      where "listed"."project" = ${arg('project')} and "listed"."name" = ${arg('name')}`,
    ),
  ),
  stackOf: statement((arg: Args<{ stackId: string }>) =>
    db.selectFrom('indexedStacks').select('no').where('stackId', '=', arg('stackId')),
  ),
})

const resourceStatements = (db: Kysely<Tables>, conditions: TextConditions) => ({
  find: byShape((shape: Shape) =>
    prepared((arg: Arg) => {
      const { isSqlite } = conditions
      const candidates = resourceCandidates(conditions, shape, arg)
      // Joins in the order in which SQLite should process the tables; PostgreSQL chooses its own order.
      const from = isSqlite
        ? sql`(${candidates}) as "candidates" cross join "resources" on "resources"."seq" = "candidates"."seq"`
        : sql`(${candidates}) as "resources"`
      const join = sql.raw(isSqlite ? 'cross join' : 'join')
      return raw(
        db,
        sql<FoundRow>`select "resources"."name", "resources"."type", "resources"."parentType",
            "resources"."resourceId", "resources"."provider", "resources"."isProtected", "resources"."oddUrn",
            "listed"."stackId", "listed"."org", "listed"."project", "listed"."name" as "stackName"
          from ${from}
          ${join} "indexedStacks" on "indexedStacks"."no" = "resources"."stack"
          ${join} "listed" on "listed"."stackId" = "indexedStacks"."stackId"
          ${where(resourceConditions(conditions, shape, arg))} limit ${arg('limit')}`,
      )
    }),
  ),
  extent: byShape((shape: Shape) => prepared((arg: Arg) => extent(db, resourceCandidates(conditions, shape, arg)))),
})

/** The searched texts of runs. */
const runTextStatements = (db: Kysely<Tables>) => ({
  insertRunText: statement((arg: Args<{ id: string; text: string }>) =>
    raw(
      db,
      sql`insert into "runTexts" ("seq", "text")
      select "seq", cast(${arg('text')} as text) from "updates" where "id" = ${arg('id')}`,
    ),
  ),
  deleteRunText: statement((arg: Args<{ id: string }>) =>
    raw(db, sql`delete from "runTexts" where "seq" = (select "seq" from "updates" where "id" = ${arg('id')})`),
  ),
  deleteRunTexts: statement(() => db.deleteFrom('runTexts')),
  runsAfter: statement((arg: Args<{ after: number; limit: number }>) =>
    db
      .selectFrom('updates')
      .select(['seq', 'id', 'request', 'requestedBy', 'failure'])
      .where('seq', '>', arg('after'))
      .orderBy('seq')
      .limit(arg('limit')),
  ),
})

const runStatements = (db: Kysely<Tables>, conditions: TextConditions) => ({
  findRuns: byShape((shape: Shape) =>
    prepared((arg: Arg) => {
      const isRun = [
        ...patterns(conditions, shape, RUN_TEXT, arg),
        sql`("updates"."dryRun" = 1 or "updates"."version" is not null)`,
        ...(shape.parts.includes('hidden') ? [isVisible(sql.ref('listed.org'), arg('hidden'))] : []),
      ]
      const join = sql.raw(conditions.isSqlite ? 'cross join' : 'join')
      const columns = updates.columns.map((column) => sql.ref(`updates.${column}`))
      return raw(
        db,
        sql<Record<string, unknown>>`select ${sql.join(columns)}
          from (${runCandidates(conditions, shape, arg)}) as "candidates"
          ${join} "runTexts" on "runTexts"."seq" = "candidates"."seq"
          ${join} "updates" on "updates"."seq" = "runTexts"."seq"
          ${join} "listed" on "listed"."stackId" = "updates"."stackId"
          ${where(isRun)} order by "candidates"."seq" desc limit ${arg('limit')}`,
      )
    }),
  ),
  extentOfRuns: byShape((shape: Shape) => prepared((arg: Arg) => extent(db, runCandidates(conditions, shape, arg)))),
})

const where = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** The conditions by which an index can narrow a search of resources. */
function narrowing({ parts }: Shape, arg: Arg) {
  const stacks = places(FEW_STACKS).map((n) => arg(`stack${n}`))
  return [
    ...(parts.includes('stack') ? [sql`"resources"."stack" = ${arg('stack0')}`] : []),
    ...(parts.includes('stacks') ? [sql`"resources"."stack" in (${sql.join(stacks)})`] : []),
    // Compared with a number, so that the partial index of protected resources is used.
    ...(parts.includes('isProtected') ? [sql`"resources"."isProtected" = ${arg('isProtected')}`] : []),
  ]
}

/**
 * The next resources that an index finds, at most so many: their texts are compared afterwards. In SQLite they are
 * ordered by `seq`, as the index is, to continue from the last one. PostgreSQL takes all at once, in any order:
 * with one, it might prefer the primary key and compute the trigrams of every row.
 */
function resourceCandidates({ isSqlite, hasGrams }: TextConditions, shape: Shape, arg: Arg) {
  const { grams } = shape
  if (!isSqlite) {
    const isFound = grams === 'none' ? [] : [hasGrams(grams, 'resourceGrams', RESOURCE_TEXT, arg('grams'))]
    return sql`select * from "resources" ${where([...isFound, ...narrowing(shape, arg)])} limit ${arg('examine')}`
  }
  if (grams === 'none')
    return sql`select "seq" from "resources" ${where([...narrowing(shape, arg), sql`"seq" > ${arg('from')}`])}
      order by "seq" limit ${arg('examine')}`
  return sql`select rowid as "seq" from "resourceGrams"
    where ${hasGrams(grams, 'resourceGrams', RESOURCE_TEXT, arg('grams'))} and rowid > ${arg('from')}
    order by rowid limit ${arg('examine')}`
}

/** What a resource that is found has to meet, whether or not an index has narrowed the search by it. */
function resourceConditions(conditions: TextConditions, shape: Shape, arg: Arg) {
  const { like } = conditions
  const has = (part: Part) => shape.parts.includes(part)
  return [
    ...patterns(conditions, shape, RESOURCE_TEXT, arg),
    ...(has('type') ? [like(sql.raw('lower("resources"."type")'), arg('type'))] : []),
    ...(has('id') ? [like(sql.raw(`lower(coalesce("resources"."resourceId", ''))`), arg('id'))] : []),
    ...narrowing(shape, arg),
    ...(has('hidden') ? [isVisible(sql.ref('listed.org'), arg('hidden'))] : []),
    ...(has('stackPart') ? [like(named, arg('stackPart'))] : []),
    ...(has('exactly')
      ? [
          sql`"resources"."name" = ${arg('name')} and "resources"."type" = ${arg('exactType')}
            and "resources"."parentType" = ${arg('parentType')}`,
        ]
      : []),
  ]
}

/** As `resourceCandidates`, of the runs, newest first. */
function runCandidates({ isSqlite, hasGrams }: TextConditions, { grams }: Shape, arg: Arg) {
  const [table, key] = isSqlite && grams !== 'none' ? ['runGrams', 'rowid'] : ['runTexts', 'seq']
  const seq = sql.ref(`${table}.${key}`)
  const isFound = grams === 'none' ? [] : [hasGrams(grams, 'runGrams', RUN_TEXT, arg('grams'))]
  return sql`select ${seq} as "seq" from ${sql.table(table)} ${where([...isFound, sql`${seq} < ${arg('from')}`])}
    order by ${seq} desc limit ${arg('examine')}`
}

/** How many candidates there were, and the first and the last `seq` of them. */
const extent = (db: Kysely<Tables>, candidates: RawBuilder<unknown>) =>
  raw(
    db,
    sql<{ count: number; first: number | null; last: number | null }>`select count(*) as "count",
      min("seq") as "first", max("seq") as "last" from (${candidates}) as "candidates"`,
  )

const patterns = ({ like }: TextConditions, shape: Shape, value: RawBuilder<unknown>, arg: Arg) => [
  ...places(shape.likes).map((n) => like(value, arg(`like${n}`))),
  ...(shape.anyOf > 0
    ? [
        sql`(${sql.join(
          places(shape.anyOf).map((n) => like(value, arg(`any${n}`))),
          sql` or `,
        )})`,
      ]
    : []),
]

/** PostgreSQL needs the type of a parameter in a column list. */
const asNumber = (value: Expression<number>) => sql`cast(${value} as bigint)`

const byShape = <T>(make: (shape: Shape) => T): ((shape: Shape) => T) => {
  const made = each((key: string) => make(JSON.parse(key) as Shape)) // written below
  return (shape) => made(JSON.stringify(shape))
}
