import { type Kysely, sql } from 'kysely'
import type {
  AlarmFilter,
  AlarmRow,
  LedgerFilter,
  LedgerReader,
  LedgerRow,
  LedgerWriter,
} from '#server/store/port/ledger.ts'
import { codec, type Stored } from './columns.ts'
import { type Args, prepared, rowOf, type Session } from './session.ts'
import { each, statement } from './statement.ts'
import type { Tables } from './tables.ts'

export type LedgerTables = {
  ledger: Stored<LedgerRow> & { seq?: number }
  alarms: Stored<AlarmRow> & { seq?: number }
}

const ledger = codec<LedgerRow>({
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
  settledAt: 'plain',
  settledBy: 'plain',
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

type Shape = 'stack' | 'search'
type Given = { stackId: string; pattern: string; limit: number; offset: number }
type GivenAlarm = { stackId: string; updateId: string; limit: number }

/** The statements of the ledger and the alarms, each compiled at its first use. */
export function createLedgerStatements(db: Kysely<Tables>) {
  const found = (isOpen: boolean, shapes: Shape[], given: Args<Given>) =>
    db
      .selectFrom('ledger')
      .where('settledAt', isOpen ? 'is' : 'is not', null)
      .$if(shapes.includes('stack'), (query) => query.where('stackId', '=', given('stackId')))
      .$if(shapes.includes('search'), (query) =>
        query.where(
          sql<boolean>`lower("urn" || ' ' || coalesce("resourceId", '')) like ${given('pattern')} escape '\\'`,
        ),
      )
  return {
    row: statement((arg: Args<{ id: string }>) =>
      db.selectFrom('ledger').select(ledger.columns).where('id', '=', arg('id')),
    ),
    rows: each((isOpen: boolean, ...shapes: Shape[]) =>
      prepared((given: Args<Given>) =>
        found(isOpen, shapes, given)
          .select(ledger.columns)
          .orderBy(isOpen ? 'since' : 'settledAt', 'desc')
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
    insert: statement((arg: Args<Stored<LedgerRow>>) => db.insertInto('ledger').values(rowOf(arg, ledger.columns))),
    alarm: statement((arg: Args<{ id: string }>) =>
      db.selectFrom('alarms').select(alarms.columns).where('id', '=', arg('id')),
    ),
    alarms: each((isOpen: boolean | undefined, ...shapes: ('stackId' | 'updateId')[]) =>
      prepared((given: Args<GivenAlarm>) =>
        db
          .selectFrom('alarms')
          .select(alarms.columns)
          .$if(isOpen !== undefined, (query) => query.where('acknowledgedAt', isOpen ? 'is' : 'is not', null))
          .$if(shapes.includes('stackId'), (query) => query.where('stackId', '=', given('stackId')))
          .$if(shapes.includes('updateId'), (query) => query.where('updateId', '=', given('updateId')))
          .orderBy('at', 'desc')
          .orderBy('seq')
          .limit(given('limit')),
      ),
    ),
    insertAlarm: statement((arg: Args<Stored<AlarmRow>>) => db.insertInto('alarms').values(rowOf(arg, alarms.columns))),
    patch: each((table: 'ledger' | 'alarms', ...columns: string[]) =>
      prepared((args: Args<Record<string, string>>) => ({
        compile: () =>
          sql`update ${sql.table(table)} set ${sql.join(
            columns.map((column) => sql`${sql.ref(column)} = ${args(column)}`),
          )} where ${sql.ref('id')} = ${args('id')}`.compile(db),
      })),
    ),
  }
}
export type LedgerStatements = ReturnType<typeof createLedgerStatements>

export function sqlLedgerReader(session: Session, statements: LedgerStatements): LedgerReader {
  const shapesOf = ({ stackId, search = '' }: LedgerFilter): Shape[] => [
    ...(stackId === undefined ? [] : (['stack'] as const)),
    ...(search === '' ? [] : (['search'] as const)),
  ]
  const givenOf = ({ stackId = '', search = '' }: LedgerFilter) => ({ stackId, pattern: patternOf(search) })
  return {
    async ledgerRow(id) {
      const [row] = await session.rows(statements.row(), { id })
      return row && ledger.decode(row)
    },
    async ledger({ limit, offset, ...filter }) {
      const query = statements.rows(filter.isOpen, ...shapesOf(filter))
      return (await session.rows(query, { ...givenOf(filter), limit, offset })).map(ledger.decode)
    },
    async ledgerCount(filter) {
      const query = statements.count(filter.isOpen, ...shapesOf(filter))
      return (await session.rows(query, { ...givenOf(filter), limit: 0, offset: 0 }))[0]?.count ?? 0
    },
    async alarm(id) {
      const [row] = await session.rows(statements.alarm(), { id })
      return row && alarms.decode(row)
    },
    async alarms({ stackId, updateId, isOpen, limit }: AlarmFilter) {
      const query = statements.alarms(
        isOpen,
        ...(stackId === undefined ? [] : (['stackId'] as const)),
        ...(updateId === undefined ? [] : (['updateId'] as const)),
      )
      const rows = await session.rows(query, { stackId: stackId ?? '', updateId: updateId ?? '', limit })
      return rows.map(alarms.decode)
    },
  }
}

export function sqlLedgerWriter(session: Session, statements: LedgerStatements): LedgerWriter {
  async function patch(table: 'ledger' | 'alarms', id: string, stored: object): Promise<void> {
    const columns = Object.keys(stored)
    if (columns.length === 0) return
    const args = { ...stored, id } as Record<string, string> // the arguments of exactly this statement
    if ((await session.run(statements.patch(table, ...columns), args)) !== 1)
      throw new Error(`there is no row ${id} in ${table}`)
  }
  return {
    insertLedger: async (rows) => void (await session.runEach(statements.insert(), rows.map(ledger.encode))),
    patchLedger: (id, changes) => patch('ledger', id, ledger.encode(changes)),
    insertAlarm: async (row) => void (await session.run(statements.insertAlarm(), alarms.encode(row))),
    acknowledgeAlarm: (id, { at, login, reason }) =>
      patch('alarms', id, { acknowledgedAt: at, acknowledgedBy: login, reason }),
  }
}

/** A `like` pattern that matches the text literally, at any position. */
const patternOf = (search: string): string => `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
