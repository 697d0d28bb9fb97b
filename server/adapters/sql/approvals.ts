import { type Kysely, sql } from 'kysely'
import type {
  ApprovalReader,
  ApprovalRow,
  ApprovalWriter,
  NewApprovalRow,
  RuleSetRow,
} from '#server/store/port/approvals.ts'
import { codec, type Kinds, type Stored } from './columns.ts'
import { hiddenText, hides, isOfVisibleStack } from './hidden.ts'
import { patchRow, patchStatement } from './patchRow.ts'
import { type Args, prepared, rowOf, type Session } from './session.ts'
import { each, statement } from './statement.ts'
import type { Tables } from './tables.ts'

export const ruleSets = codec<RuleSetRow>({ version: 'plain', at: 'plain', login: 'plain', rules: 'json' })
const KINDS: Kinds<ApprovalRow> = {
  id: 'plain',
  stackId: 'plain',
  updateId: 'plain',
  of: 'plain',
  step: 'plain',
  urn: 'plain',
  type: 'plain',
  rules: 'json',
  why: 'plain',
  isRefusal: 'bool',
  status: 'plain',
  since: 'plain',
  until: 'plain',
  decidedAt: 'plain',
  keptMinutes: 'plain',
  keptUntil: 'plain',
  persons: 'plain',
  role: 'plain',
  ownRuns: 'bool',
  decisions: 'json',
  sequenceID: 'plain',
  digest: 'plain',
}
const approvals = codec<ApprovalRow>(KINDS)
const newApprovals = codec<NewApprovalRow>({ ...KINDS, entry: 'plain' })

/** More than any server ever saves. */
const ANY_VERSION = 2_147_483_647

/** So many steps of a stack that did not run keep their entries, which may be large: a client may try again for ever. */
const KEPT_ENTRIES = 100
/** What is left of an entry that is no longer kept. */
const NO_ENTRY = '{}'
/** More than the steps of a batch, all of which may have been stopped since the last insertion. */
const EMPTIED_AT_ONCE = 2_200

type Given = { hidden: string; limit: number }

/** The statements of approvals, each compiled at its first use. */
export function createApprovalStatements(db: Kysely<Tables>) {
  const rows = () => db.selectFrom('approvals').select(approvals.columns)
  return {
    ruleSets: statement((arg: Args<{ before: number; limit: number }>) =>
      db
        .selectFrom('approvalRules')
        .select(ruleSets.columns)
        .where('version', '<', arg('before'))
        .orderBy('version', 'desc')
        .limit(arg('limit')),
    ),
    insertRuleSet: statement((arg: Args<Stored<RuleSetRow>>) =>
      db.insertInto('approvalRules').values(rowOf(arg, ruleSets.columns)),
    ),
    byId: statement((arg: Args<{ id: string }>) => rows().where('id', '=', arg('id'))),
    entry: statement((arg: Args<{ id: string }>) =>
      db.selectFrom('approvals').select('entry').where('id', '=', arg('id')),
    ),
    ofUpdate: statement((arg: Args<{ updateId: string }>) =>
      rows().where('updateId', '=', arg('updateId')).orderBy('seq'),
    ),
    inForce: statement((arg: Args<{ stackId: string; now: number }>) =>
      rows().where('stackId', '=', arg('stackId')).where('keptUntil', '>', arg('now')).orderBy('seq'),
    ),
    waiting: each((...shapes: 'hidden'[]) =>
      prepared((given: Args<Given>) =>
        rows()
          .where('status', '=', sql.lit('waiting'))
          .$if(shapes.includes('hidden'), (query) =>
            query.where(isOfVisibleStack(sql.ref('approvals.stackId'), given('hidden'))),
          )
          .orderBy('since')
          .orderBy('seq')
          .limit(given('limit')),
      ),
    ),
    insert: statement((arg: Args<Stored<NewApprovalRow>>) =>
      db.insertInto('approvals').values(rowOf(arg, newApprovals.columns)),
    ),
    emptyEntries: statement((arg: Args<{ stackId: string }>) => emptyEntries(db, arg)),
    end: statement((arg: Args<{ updateId: string; at: number }>) =>
      db
        .updateTable('approvals')
        .set({ status: sql.lit('ended'), decidedAt: arg('at') })
        .where('updateId', '=', arg('updateId'))
        .where('status', '=', sql.lit('waiting')),
    ),
    patch: patchStatement(db),
  }
}

/** Removes the entries of old steps of a stack. Steps that wait, or were allowed, keep theirs. */
function emptyEntries(db: Kysely<Tables>, arg: Args<{ stackId: string }>) {
  const old = db
    .selectFrom('approvals')
    .select('seq')
    .where('stackId', '=', arg('stackId'))
    .where('status', '<>', sql.lit('waiting'))
    .where('status', '<>', sql.lit('allowed'))
    .orderBy('seq', 'desc')
    .limit(sql.lit(EMPTIED_AT_ONCE))
    .offset(sql.lit(KEPT_ENTRIES))
  return db
    .updateTable('approvals')
    .set({ entry: sql.lit(NO_ENTRY) })
    .where('entry', '<>', sql.lit(NO_ENTRY))
    .where('seq', 'in', old)
}

export type ApprovalStatements = ReturnType<typeof createApprovalStatements>

export function sqlApprovalReader(session: Session, statements: ApprovalStatements): ApprovalReader {
  const ruleSetsOf = async (limit: number, before = ANY_VERSION) =>
    (await session.rows(statements.ruleSets(), { before, limit })).map(ruleSets.decode)
  return {
    approvalRules: async () => (await ruleSetsOf(1))[0],
    approvalRuleVersions: ruleSetsOf,
    approvalById: async (id) => (await session.rows(statements.byId(), { id })).map(approvals.decode)[0],
    approvalEntry: async (id) => (await session.rows(statements.entry(), { id }))[0]?.entry,
    approvalsOfUpdate: async (updateId) =>
      (await session.rows(statements.ofUpdate(), { updateId })).map(approvals.decode),
    approvalsInForce: async (stackId, now) =>
      (await session.rows(statements.inForce(), { stackId, now })).map(approvals.decode),
    async waitingApprovals({ hiddenOrgs, limit }) {
      const query = statements.waiting(...(hides(hiddenOrgs) ? (['hidden'] as const) : []))
      return (await session.rows(query, { hidden: hiddenText(hiddenOrgs), limit })).map(approvals.decode)
    },
  }
}

export function sqlApprovalWriter(session: Session, statements: ApprovalStatements): ApprovalWriter {
  return {
    insertRuleSet: async (row) => void (await session.run(statements.insertRuleSet(), ruleSets.encode(row))),
    async insertApprovals(rows) {
      await session.runEach(statements.insert(), rows.map(newApprovals.encode))
      for (const stackId of new Set(rows.map((row) => row.stackId)))
        await session.run(statements.emptyEntries(), { stackId })
    },
    patchApproval: (id, changes) =>
      patchRow(session, statements.patch, { table: 'approvals', id }, approvals.encode(changes)),
    endApprovals: async (updateId, at) => void (await session.run(statements.end(), { updateId, at })),
  }
}
