import { type Kysely, sql } from 'kysely'
import type {
  AlarmFilter,
  AlarmRow,
  UntrackedRowFilter,
  UntrackedReader,
  UntrackedRow,
  UntrackedWriter,
} from '#server/store/port/untracked.ts'
import { codec, type Stored } from './columns.ts'
import { hiddenText, hides, isOfVisibleStack } from './hidden.ts'
import { patchRow, patchStatement } from './patchRow.ts'
import { patternOf } from './search/conditions.ts'
import { type Args, prepared, rowOf, type Session } from './session.ts'
import { each, statement } from './statement.ts'
import type { Tables } from './tables.ts'

const untracked = codec<UntrackedRow>({
  id: 'plain',
  stackId: 'plain',
  urn: 'plain',
  resourceType: 'plain',
  resourceId: 'plain',
  source: 'plain',
  since: 'plain',
  updateId: 'plain',
  version: 'plain',
  isPending: 'bool',
  left: 'json',
  intended: 'json',
  resolvedAt: 'plain',
  resolvedBy: 'plain',
  outcome: 'plain',
  statement: 'plain',
})
const alarms = codec<AlarmRow>({
  id: 'plain',
  stackId: 'plain',
  updateId: 'plain',
  at: 'plain',
  version: 'plain',
  baseVersion: 'plain',
  kind: 'plain',
  count: 'plain',
  total: 'plain',
  entries: 'json',
  acknowledgedAt: 'plain',
  acknowledgedBy: 'plain',
  reason: 'plain',
})

type Shape = 'stack' | 'search' | 'hidden'
type Given = { stackId: string; pattern: string; hidden: string; limit: number; offset: number }
type GivenAlarm = { stackId: string; updateId: string; hidden: string; limit: number }

/** The statements of untracked resources and alarms, each compiled at its first use. */
export function createUntrackedStatements(db: Kysely<Tables>) {
  const found = (isOpen: boolean, shapes: Shape[], given: Args<Given>) =>
    db
      .selectFrom('untracked')
      .where('resolvedAt', isOpen ? 'is' : 'is not', null)
      .$if(shapes.includes('stack'), (query) => query.where('stackId', '=', given('stackId')))
      .$if(shapes.includes('hidden'), (query) =>
        query.where(isOfVisibleStack(sql.ref('untracked.stackId'), given('hidden'))),
      )
      .$if(shapes.includes('search'), (query) =>
        query.where(
          sql<boolean>`lower("urn" || ' ' || coalesce("resourceId", '')) like ${given('pattern')} escape '\\'`,
        ),
      )
  return {
    row: statement((arg: Args<{ id: string }>) =>
      db.selectFrom('untracked').select(untracked.columns).where('id', '=', arg('id')),
    ),
    rows: each((isOpen: boolean, ...shapes: Shape[]) =>
      prepared((given: Args<Given>) =>
        found(isOpen, shapes, given)
          .select(untracked.columns)
          .orderBy(isOpen ? 'since' : 'resolvedAt', 'desc')
          .orderBy('seq')
          .limit(given('limit'))
          .offset(given('offset')),
      ),
    ),
    count: each((isOpen: boolean, ...shapes: Shape[]) =>
      prepared((given: Args<Given>) =>
        found(isOpen, shapes, given).select((eb) => eb.fn.countAll<number>().as('count')),
      ),
    ),
    stacks: each((isOpen: boolean, ...shapes: Shape[]) =>
      prepared((given: Args<Given>) =>
        found(isOpen, shapes, given)
          .innerJoin('stacks', 'stacks.id', 'untracked.stackId')
          .where('stacks.deletedAt', 'is', null)
          .select(['stacks.org', 'stacks.project', 'stacks.name'])
          .groupBy(['stacks.org', 'stacks.project', 'stacks.name'])
          .orderBy((eb) => eb.fn.max(isOpen ? 'since' : 'resolvedAt'), 'desc')
          .orderBy((eb) => eb.fn.min('untracked.seq')),
      ),
    ),
    insert: statement((arg: Args<Stored<UntrackedRow>>) =>
      db.insertInto('untracked').values(rowOf(arg, untracked.columns)),
    ),
    alarm: statement((arg: Args<{ id: string }>) =>
      db.selectFrom('alarms').select(alarms.columns).where('id', '=', arg('id')),
    ),
    alarms: each((isOpen: boolean | undefined, ...shapes: ('stackId' | 'updateId' | 'hidden')[]) =>
      prepared((given: Args<GivenAlarm>) =>
        db
          .selectFrom('alarms')
          .select(alarms.columns)
          .$if(isOpen !== undefined, (query) => query.where('acknowledgedAt', isOpen ? 'is' : 'is not', null))
          .$if(shapes.includes('stackId'), (query) => query.where('stackId', '=', given('stackId')))
          .$if(shapes.includes('updateId'), (query) => query.where('updateId', '=', given('updateId')))
          .$if(shapes.includes('hidden'), (query) =>
            query.where(isOfVisibleStack(sql.ref('alarms.stackId'), given('hidden'))),
          )
          .orderBy('at', 'desc')
          .orderBy('seq')
          .limit(given('limit')),
      ),
    ),
    insertAlarm: statement((arg: Args<Stored<AlarmRow>>) => db.insertInto('alarms').values(rowOf(arg, alarms.columns))),
    patch: patchStatement(db),
  }
}
export type UntrackedStatements = ReturnType<typeof createUntrackedStatements>

export function sqlUntrackedReader(session: Session, statements: UntrackedStatements): UntrackedReader {
  const shapesOf = ({ stackId, search = '', hiddenOrgs }: UntrackedRowFilter): Shape[] => [
    ...(hides(hiddenOrgs) ? (['hidden'] as const) : []),
    ...(stackId === undefined ? [] : (['stack'] as const)),
    ...(search === '' ? [] : (['search'] as const)),
  ]
  const givenOf = ({ stackId = '', search = '', hiddenOrgs }: UntrackedRowFilter) => ({
    stackId,
    hidden: hiddenText(hiddenOrgs),
    pattern: patternOf(search.toLowerCase()),
  })
  return {
    async untrackedById(id) {
      const [row] = await session.rows(statements.row(), { id })
      return row && untracked.decode(row)
    },
    async untracked({ limit, offset, ...filter }) {
      const query = statements.rows(filter.isOpen, ...shapesOf(filter))
      return (await session.rows(query, { ...givenOf(filter), limit, offset })).map(untracked.decode)
    },
    async untrackedCount(filter) {
      const query = statements.count(filter.isOpen, ...shapesOf(filter))
      return (await session.rows(query, { ...givenOf(filter), limit: 0, offset: 0 }))[0]?.count ?? 0
    },
    async untrackedStacks(filter) {
      const query = statements.stacks(filter.isOpen, ...shapesOf(filter))
      return session.rows(query, { ...givenOf(filter), limit: 0, offset: 0 })
    },
    async alarm(id) {
      const [row] = await session.rows(statements.alarm(), { id })
      return row && alarms.decode(row)
    },
    async alarms({ stackId, updateId, isOpen, hiddenOrgs, limit }: AlarmFilter) {
      const query = statements.alarms(
        isOpen,
        ...(stackId === undefined ? [] : (['stackId'] as const)),
        ...(updateId === undefined ? [] : (['updateId'] as const)),
        ...(hides(hiddenOrgs) ? (['hidden'] as const) : []),
      )
      const args = { stackId: stackId ?? '', updateId: updateId ?? '', hidden: hiddenText(hiddenOrgs), limit }
      const rows = await session.rows(query, args)
      return rows.map(alarms.decode)
    },
  }
}

export function sqlUntrackedWriter(session: Session, statements: UntrackedStatements): UntrackedWriter {
  const patch = (table: 'untracked' | 'alarms', id: string, stored: object) =>
    patchRow(session, statements.patch, { table, id }, stored)
  return {
    insertUntracked: async (rows) => void (await session.runEach(statements.insert(), rows.map(untracked.encode))),
    patchUntracked: (id, changes) => patch('untracked', id, untracked.encode(changes)),
    insertAlarm: async (row) => void (await session.run(statements.insertAlarm(), alarms.encode(row))),
    acknowledgeAlarm: (id, { at, login, reason }) =>
      patch('alarms', id, { acknowledgedAt: at, acknowledgedBy: login, reason }),
  }
}
