import { type Kysely, sql } from 'kysely'
import { type Args, rowOf } from '../session.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'
import { PIECES } from './texts.ts'

type OfStack = { stackId: string }
type OfUpdate = { updateId: string }

/** Statements about texts in pieces and delta saves. */
export const createTextStatements = (db: Kysely<Tables>) => ({ ...pieceStatements(db), ...patchStatements(db) })

const pieceStatements = (db: Kysely<Tables>) => ({
  ofState: statement((arg: Args<{ id: string }>) =>
    db.selectFrom('states').select(['textKey', 'stackId', 'version', 'textRemovedAt']).where('id', '=', arg('id')),
  ),
  /**
   * The recipe of the stack's current state, if it is stored in pieces: the next state has most in common with it.
   */
  base: statement((arg: Args<OfStack>) =>
    db
      .selectFrom('stacks')
      .innerJoin('states', 'states.id', 'stacks.stateId')
      .innerJoin('texts', 'texts.key', 'states.textKey')
      .select('texts.key')
      .where('stacks.id', '=', arg('stackId'))
      .where('texts.encoding', '=', PIECES),
  ),
  inPieces: statement((arg: Args<OfStack>) =>
    db
      .selectFrom('states')
      .innerJoin('texts', 'texts.key', 'states.textKey')
      .select('texts.key')
      .distinct()
      .where('states.stackId', '=', arg('stackId'))
      .where('texts.encoding', '=', PIECES),
  ),
  frames: statement((arg: Args<OfStack & { from: number; to: number }>) =>
    db
      .selectFrom('frames')
      .select(['id', 'data'])
      .where('stackId', '=', arg('stackId'))
      .where('id', '>=', arg('from'))
      .where('id', '<=', arg('to')),
  ),
  lastFrame: statement((arg: Args<OfStack>) =>
    db
      .selectFrom('frames')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('stackId', '=', arg('stackId')),
  ),
  insertFrame: statement((arg: Args<Tables['frames']>) =>
    db.insertInto('frames').values(rowOf(arg, ['stackId', 'id', 'data'])),
  ),
  deleteFrame: statement((arg: Args<OfStack & { id: number }>) =>
    db.deleteFrom('frames').where('stackId', '=', arg('stackId')).where('id', '=', arg('id')),
  ),
})

const patchStatements = (db: Kysely<Tables>) => ({
  patches: statement((arg: Args<OfUpdate>) =>
    db.selectFrom('patches').select(['n', 'hash', 'data']).where('updateId', '=', arg('updateId')).orderBy('n'),
  ),
  lastPatch: statement((arg: Args<OfUpdate>) =>
    db
      .selectFrom('patches')
      .select((eb) => eb.fn.max('n').as('n'))
      .where('updateId', '=', arg('updateId')),
  ),
  insertPatch: statement((arg: Args<Tables['patches']>) =>
    db.insertInto('patches').values(rowOf(arg, ['updateId', 'n', 'hash', 'data'])),
  ),
  deletePatches: statement((arg: Args<OfUpdate>) => db.deleteFrom('patches').where('updateId', '=', arg('updateId'))),
  patchWorking: statement((arg: Args<OfUpdate & { sequenceNumber: number; version: number }>) =>
    db
      .updateTable('workings')
      .set({ kind: sql.lit('delta' as const), sequenceNumber: arg('sequenceNumber'), version: arg('version') })
      .where('updateId', '=', arg('updateId')),
  ),
})
