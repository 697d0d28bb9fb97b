import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { RUN_HARM, NOT_RESPONDING_HARM } from '#domain/health/lastingHealth.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import { SYSTEM_TAGS } from '#domain/systemTags.ts'
import type { StackPageFilter } from '#server/store/port/stacks.ts'
import type { RunRow } from '#server/store/port/updates.ts'
import { type Hidden, isOfVisibleStack, isVisible } from './hidden.ts'
import { isOrphanedRow } from './orphaned.ts'
import { type Args, prepared } from './session.ts'
import { each, statement } from './statement.ts'
import { stacks, states, type Tables, updates } from './tables.ts'

type ByStack = { stackId: string }
type Range = { limit: number; offset: number }

/** Parts of a filter for which statements have conditions. */
export const LIST_PARTS = [
  'org',
  'project',
  'tag',
  'tagValue',
  'withoutTag',
  'healthIn',
  'wasUpdated',
  'hiddenOrgs',
  'after',
] as const
type Part = (typeof LIST_PARTS)[number]
/** Grouping: stacks by project, or by the value of the tag `groupTag`. */
type Group = 'none' | 'project' | 'tag'

/**
 * The arguments of a filter. The number of parameters for words is a power of two, to limit the number of statement
 * shapes.
 */
type ListArguments = Pick<StackPageFilter, 'org' | 'project' | 'limit'> & {
  tag: string
  tagValue: string
  withoutTag: string
  hidden: string
} & WordArguments &
  Partial<HealthMask & After>
type WordArguments = Record<`like${number}`, string> & Record<`harms${number}`, number>
type Instants = { now: number; noProgressSince: number; blockedSince: number }
type HealthMask = { healthIn: number } & Instants
type After = { afterOrg: string; afterProject: string; afterName: string }
export type TallyArguments = ListArguments & HealthMask & { groupTag: string }
export type PageArguments = TallyArguments & { offset: number }
type IdArguments = Record<`id${number}`, string>
type LineArguments = ListArguments & After

/** Number of stacks looked up by id in one statement; unused parameters hold an id that no stack has. */
export const IDS_AT_ONCE = 64
const ID_PLACES = Array.from({ length: IDS_AT_ONCE }, (_, n) => `id${n}` as const)
const idsOf = (args: Args<IdArguments>) => ID_PLACES.map((place) => args(place))

export type ListStatements = ReturnType<typeof createListStatements>

/**
 * The statements of lists and logs, independent of their length: a page comes from an index, and only keys are read of
 * the rows before it.
 */
export const createListStatements = (db: Kysely<Tables>) => ({
  page: pageStatement(db),
  ...filterStatements(db),
  ...stackStatements(db),
  ...nameStatements(db),
  ...runStatements(db),
  history: historyStatement(db),
})

type Listed = ExpressionBuilder<Tables, 'listed'>
type Table = 'listed' | 'page'

/** The severity now, as `stackHealth` judges it: that of a running update changes with time. */
const harm = (args: Args<Partial<Instants>>, table: Table = 'listed') =>
  sql<number>`case when ${sql.ref(`${table}.notRespondingFrom`)} <= ${args('now')} then ${sql.lit(NOT_RESPONDING_HARM)}
      when ${sql.ref(`${table}.harm`)} = ${sql.lit(RUN_HARM.running)} then ${runHarm(args, table)}
      else ${sql.ref(`${table}.harm`)} end`

const runHarm = (args: Args<Partial<Instants>>, table: Table) =>
  sql<number>`coalesce((select case
        when coalesce("run"."startedAt", 0) <= ${args('noProgressSince')}
          and coalesce("run"."lastWriteAt", 0) <= ${args('noProgressSince')}
          and coalesce("run"."lastEventAt", 0) <= ${args('noProgressSince')} then ${sql.lit(RUN_HARM.notProgressing)}
        when exists (select 1 from "leaseLog" where "leaseLog"."updateId" = "run"."id"
          and "leaseLog"."what" = 'refused' and "leaseLog"."at" > ${args('blockedSince')})
          then ${sql.lit(RUN_HARM.blocking)}
        when "run"."slowFrom" <= ${args('now')} then ${sql.lit(RUN_HARM.slow)} end
      from "stacks" as "held" inner join "updates" as "run" on "run"."id" = "held"."holderId"
      where "held"."id" = ${sql.ref(`${table}.stackId`)}), ${sql.lit(RUN_HARM.running)})`

const isOneOf = (bits: Expression<number>, args: Args<Partial<Instants>>) =>
  sql<SqlBool>`((cast(${bits} as bigint) >> cast((${harm(args)}) as integer)) & 1) = 1`

/** The condition of a filter with these parts and so many words. */
const conditions =
  (parts: readonly Part[], words: number, given: Args<ListArguments>) =>
  (eb: Listed): Expression<SqlBool> => {
    const tagged = eb
      .selectFrom('listedTags')
      .select('listedTags.stackId')
      .where('listedTags.name', '=', given('tag'))
      .$if(parts.includes('tagValue'), (query) => query.where('listedTags.value', '=', given('tagValue')))
    const without = eb
      .selectFrom('listedTags')
      .select('listedTags.stackId')
      .where('listedTags.name', '=', given('withoutTag'))
    const all: Expression<SqlBool>[] = []
    if (parts.includes('org')) all.push(eb('org', '=', given('org')))
    if (parts.includes('project')) all.push(eb('project', '=', given('project')))
    if (parts.includes('tag')) all.push(eb('listed.stackId', 'in', tagged))
    if (parts.includes('withoutTag')) all.push(eb('listed.stackId', 'not in', without))
    if (parts.includes('healthIn')) all.push(isOneOf(given('healthIn'), given))
    if (parts.includes('wasUpdated')) all.push(eb('wasUpdated', '=', sql.lit(1)))
    if (parts.includes('hiddenOrgs')) all.push(isVisible(sql.ref('listed.org'), given('hidden')))
    for (let n = 0; n < words; n++) {
      const stands = sql<SqlBool>`${sql.ref('searchText')} like ${given(`like${n}`)} escape '\\'`
      all.push(eb.or([stands, isOneOf(given(`harms${n}`), given)]))
    }
    if (parts.includes('after')) {
      all.push(
        sql<SqlBool>`(${sql.ref('org')}, ${sql.ref('project')}, ${sql.ref('name')}) > (${given('afterOrg')}, ${given('afterProject')}, ${given('afterName')})`,
      )
    }
    return eb.and(all)
  }

const groupIn = (group: Group, groupTag: Expression<string>) => {
  if (group === 'none') return sql<string | null>`null`
  if (group === 'project') return sql<string | null>`${sql.ref('listed.project')}`
  return sql<
    string | null
  >`(select "g"."value" from "listedTags" as "g" where "g"."stackId" = "listed"."stackId" and "g"."name" = ${groupTag})`
}

const [OK, EMPTY] = [harmOf('ok'), harmOf('empty')]

const inOrder = (sort: StackPageFilter['sort'], args: Args<Partial<Instants>>, table: Table, group: Group) => {
  const [name, activity] = [sql.ref(`${table}.fullName`), sql`${sql.ref(`${table}.activityAt`)} desc`]
  // Stacks without a group come last, in both databases.
  const groups = group === 'none' ? [] : [sql`(${sql.ref('group')} is null)`, sql.ref('group')]
  return sql.join([
    ...groups,
    ...{
      name: [name],
      activity: [activity, name],
      resources: [sql`${sql.ref(`${table}.resourceCount`)} desc`, name],
      // Nothing is wrong with an empty stack: it is among the healthy ones, so a new one is seen.
      health: [sql`coalesce(nullif(${harm(args, table)}, ${sql.lit(EMPTY)}), ${sql.lit(OK)})`, activity, name],
    }[sort],
  ])
}

/** What a page reads of `listed` before it reads the stacks themselves. */
const PAGE = [
  'stackId',
  'notRespondingFrom',
  'harm',
  'activityAt',
  'resourceCount',
  'fullName',
  'brokenReferences',
] as const satisfies readonly (keyof Tables['listed'])[]

const pageStatement = (db: Kysely<Tables>) =>
  each((sort: StackPageFilter['sort'], group: Group, words: number, ...parts: Part[]) =>
    prepared((args: Args<PageArguments>) => {
      const chosen = db
        .selectFrom('listed')
        .select(PAGE)
        .select(groupIn(group, args('groupTag')).as('group'))
        .where(conditions(parts, words, args))
      // Without groups, the order is that of an index, which a subquery would hide.
      const page = (group === 'none' ? chosen : db.selectFrom(chosen.as('listed')).select([...PAGE, 'group']))
        .orderBy(inOrder(sort, args, 'listed', group))
        .limit(args('limit'))
        .offset(args('offset'))
      return db
        .selectFrom(page.as('page'))
        .innerJoin('stacks', 'stacks.id', 'page.stackId')
        .leftJoin('states', 'states.id', 'stacks.stateId')
        .leftJoin('updates', 'updates.id', 'stacks.latestUpdateId')
        .select(stacks.columns.map((column) => `stacks.${column}` as const))
        .select('page.brokenReferences')
        .select((eb) => states.columns.map((column) => eb.ref(`states.${column}`).as(`state.${column}`)))
        .select((eb) => updates.columns.map((column) => eb.ref(`updates.${column}`).as(`latest.${column}`)))
        .orderBy(inOrder(sort, args, 'page', group))
    }),
  )

/** Counts of what a filter selects, and its lines for `pulumi stack ls`. */
const filterStatements = (db: Kysely<Tables>) => ({
  tallies: each((group: Group, words: number, ...parts: Part[]) =>
    prepared((args: Args<TallyArguments>) => {
      const chosen = db
        .selectFrom('listed')
        .select(harm(args).as('harm'))
        .select(groupIn(group, args('groupTag')).as('group'))
        .where(conditions(parts, words, args))
      return db
        .selectFrom(chosen.as('chosen'))
        .select((eb) => ['group', 'harm', eb.fn.countAll<number>().as('count')])
        .groupBy(['group', 'harm'])
    }),
  ),
  count: each((words: number, ...parts: Part[]) =>
    prepared((args: Args<PageArguments>) =>
      db
        .selectFrom('listed')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(conditions(parts, words, args)),
    ),
  ),
  lines: each((...parts: Part[]) =>
    prepared((args: Args<LineArguments>) =>
      db
        .selectFrom('listed')
        .select(['stackId as id', 'org', 'project', 'name', 'isHeld', 'lastStartedAt', 'resourceCount'])
        .where(conditions(parts, 0, args))
        .orderBy('org')
        .orderBy('project')
        .orderBy('name')
        .limit(args('limit')),
    ),
  ),
})

/** Stacks by id, and what is read of all of them. */
const stackStatements = (db: Kysely<Tables>) => ({
  stackCount: each((hides: boolean) =>
    prepared((arg: Args<Hidden>) =>
      db
        .selectFrom('listed')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$if(hides, (query) => query.where(isVisible(sql.ref('listed.org'), arg('hidden')))),
    ),
  ),
  listedStacks: statement((args: Args<IdArguments>) =>
    db
      .selectFrom('stacks')
      .innerJoin('listed', 'listed.stackId', 'stacks.id')
      .leftJoin('states', 'states.id', 'stacks.stateId')
      .leftJoin('updates', 'updates.id', 'stacks.latestUpdateId')
      .select(stacks.columns.map((column) => `stacks.${column}` as const))
      .select('listed.brokenReferences')
      .select((eb) => states.columns.map((column) => eb.ref(`states.${column}`).as(`state.${column}`)))
      .select((eb) => updates.columns.map((column) => eb.ref(`updates.${column}`).as(`latest.${column}`)))
      .where('stacks.id', 'in', idsOf(args))
      .where('stacks.deletedAt', 'is', null),
  ),
  stackReferences: each((hides: boolean) =>
    prepared((arg: Args<Hidden>) =>
      db
        .selectFrom('stacks')
        .innerJoin('states', 'states.id', 'stacks.stateId')
        .select(['stacks.id as stackId', 'states.id as stateId', 'states.stackReferences as names'])
        .where('stacks.deletedAt', 'is', null)
        .where('states.stackReferences', '<>', sql.lit('[]')) // most stacks have no references
        .$if(hides, (query) => query.where(isVisible(sql.ref('stacks.org'), arg('hidden')))),
    ),
  ),
})

/** What stacks can be filtered by. */
const nameStatements = (db: Kysely<Tables>) => ({
  projects: each((hides: boolean) =>
    prepared((arg: Args<Hidden>) =>
      db
        .selectFrom('listed')
        .select('project')
        .distinct()
        .orderBy('project')
        .$if(hides, (query) => query.where(isVisible(sql.ref('listed.org'), arg('hidden')))),
    ),
  ),
  organizations: statement(() => db.selectFrom('listed').select('org').distinct().orderBy('org')),
  tags: each((hides: boolean) =>
    prepared((arg: Args<Hidden & { limit: number }>) =>
      SYSTEM_TAGS.reduce(
        (query, start) => query.where(sql<SqlBool>`substr("name", 1, ${sql.lit(start.length)}) <> ${sql.lit(start)}`),
        db.selectFrom('listedTags').select(['name', 'value']).distinct(),
      )
        .orderBy('name')
        .orderBy('value')
        .$if(hides, (query) => query.where(isOfVisibleStack(sql.ref('listedTags.stackId'), arg('hidden'))))
        .limit(arg('limit')),
    ),
  ),
})

/** What lists show of the runs of stacks. */
const runStatements = (db: Kysely<Tables>) => ({
  /** Uses the index by stack and version: versions are consecutive, so the last ones are a range of it. */
  lastRuns: statement((args: Args<IdArguments & { each: number }>) =>
    db
      .selectFrom('stacks')
      .innerJoin('updates', 'updates.stackId', 'stacks.id')
      .select([...RUN.map((column) => `updates.${column}` as const), 'updates.awaiting'])
      .where('stacks.id', 'in', idsOf(args))
      .where(sql<SqlBool>`"updates"."version" > "stacks"."version" - ${args('each')}`),
  ),
  startedSince: each((hides: boolean) =>
    prepared((args: Args<Hidden & { since: number }>) =>
      db
        .selectFrom('updates')
        .select((eb) => ['status', 'endReason', eb.fn.countAll<number>().as('count')])
        .where('version', 'is not', null)
        .where('startedAt', '>=', args('since'))
        .where('stackId', 'in', (eb) => eb.selectFrom('stacks').select('id').where('deletedAt', 'is', null))
        .$if(hides, (query) => query.where(isOfVisibleStack(sql.ref('updates.stackId'), args('hidden'))))
        .groupBy(['status', 'endReason']),
    ),
  ),
  orphanedUpdateOf: statement((arg: Args<ByStack>) =>
    db
      .selectFrom('updates')
      .select(updates.columns)
      .where('stackId', '=', arg('stackId'))
      .where(isOrphanedRow)
      .orderBy('endedAt', 'desc')
      .orderBy('seq', 'desc')
      .limit(1),
  ),
  /** Who was refused because of each of these updates: the newest of each, newest first. */
  refusalsBy: statement((args: Args<IdArguments & { each: number }>) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('leaseLog')
          .select(['id', 'updateId', 'login', 'at'])
          .select(sql<number>`row_number() over (partition by "updateId" order by "at" desc, "id" desc)`.as('position'))
          .where('updateId', 'in', idsOf(args))
          .where('what', '=', sql.lit('refused' as const))
          .as('refused'),
      )
      .select(['updateId', 'login', 'at'])
      .where('position', '<=', args('each'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
  ),
})

const historyStatement = (db: Kysely<Tables>) =>
  each((previews: 'no' | 'only' | 'also', hasBase: boolean) =>
    prepared((arg: Args<ByStack & Range & { baseVersion: number }>) => {
      const order = previews === 'no' ? 'version' : 'createdAt'
      const page = db
        .selectFrom('updates')
        .select('seq')
        .where('stackId', '=', arg('stackId'))
        .$if(previews === 'no', (query) => query.where('version', 'is not', null))
        .$if(previews === 'only', (query) => query.where('dryRun', '=', 1))
        .$if(previews === 'also', (query) =>
          query.where((eb) => eb.or([eb('dryRun', '=', 1), eb('version', 'is not', null)])),
        )
        .$if(hasBase, (query) => query.where('baseVersion', '=', arg('baseVersion')))
        .orderBy(order, 'desc')
        .orderBy('seq', 'desc')
        .limit(arg('limit'))
        .offset(arg('offset'))
      return db
        .selectFrom(page.as('page'))
        .innerJoin('updates', 'updates.seq', 'page.seq')
        .leftJoin('states', 'states.id', 'updates.stateId')
        .select(updates.columns.map((column) => `updates.${column}` as const))
        .select((eb) => states.columns.map((column) => eb.ref(`states.${column}`).as(`state.${column}`)))
        .orderBy(`updates.${order}`, 'desc')
        .orderBy('updates.seq', 'desc')
    }),
  )

const RUN = [
  'id',
  'stackId',
  'kind',
  'status',
  'endReason',
  'createdAt',
  'startedAt',
  'endedAt',
  'version',
] as const satisfies readonly (keyof RunRow)[]
