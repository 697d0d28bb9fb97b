import { type Kysely, sql } from 'kysely'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'
import { PIECES } from './texts.ts'

type OfStack = { stackId: string }
type OfUpdate = { updateId: string }

/** Questions and changes about texts in pieces and delta saves. */
export function createTextStatements(db: Kysely<Tables>) {
  return {
    ofState: statement(({ id }: { id: string }) =>
      db.selectFrom('states').select(['textKey', 'stackId', 'version', 'textRemovedAt']).where('id', '=', id),
    ),
    /** Of the stack's state in force, if it is in pieces: what the next state has most in common with. */
    base: statement(({ stackId }: OfStack) =>
      db
        .selectFrom('stacks')
        .innerJoin('states', 'states.id', 'stacks.stateId')
        .innerJoin('texts', 'texts.key', 'states.textKey')
        .select('texts.key')
        .where('stacks.id', '=', stackId)
        .where('texts.encoding', '=', PIECES),
    ),
    inPieces: statement(({ stackId }: OfStack) =>
      db
        .selectFrom('states')
        .innerJoin('texts', 'texts.key', 'states.textKey')
        .select('texts.key')
        .distinct()
        .where('states.stackId', '=', stackId)
        .where('texts.encoding', '=', PIECES),
    ),
    frames: statement(({ stackId, from, to }: OfStack & { from: number; to: number }) =>
      db
        .selectFrom('frames')
        .select(['id', 'data'])
        .where('stackId', '=', stackId)
        .where('id', '>=', from)
        .where('id', '<=', to),
    ),
    lastFrame: statement(({ stackId }: OfStack) =>
      db
        .selectFrom('frames')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('stackId', '=', stackId),
    ),
    insertFrame: statement((row: Tables['frames']) => db.insertInto('frames').values(row), ['stackId', 'id', 'data']),
    deleteFrame: statement(({ stackId, id }: OfStack & { id: number }) =>
      db.deleteFrom('frames').where('stackId', '=', stackId).where('id', '=', id),
    ),

    patches: statement(({ updateId }: OfUpdate) =>
      db.selectFrom('patches').select(['n', 'hash', 'data']).where('updateId', '=', updateId).orderBy('n'),
    ),
    lastPatch: statement(({ updateId }: OfUpdate) =>
      db
        .selectFrom('patches')
        .select((eb) => eb.fn.max('n').as('n'))
        .where('updateId', '=', updateId),
    ),
    insertPatch: statement(
      (row: Tables['patches']) => db.insertInto('patches').values(row),
      ['updateId', 'n', 'hash', 'data'],
    ),
    deletePatches: statement(({ updateId }: OfUpdate) => db.deleteFrom('patches').where('updateId', '=', updateId)),
    patchWorking: statement(
      ({ updateId, sequenceNumber, version }: OfUpdate & { sequenceNumber: number; version: number }) =>
        db
          .updateTable('workings')
          .set({ kind: sql.lit('delta' as const), sequenceNumber, version })
          .where('updateId', '=', updateId),
    ),
  }
}
