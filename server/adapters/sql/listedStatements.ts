import type { Kysely } from 'kysely'
import { type Args, rowOf } from './session.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'

type ByStack = { stackId: string }

/** The statements that keep the derived rows of lists (`keepListed.ts`). */
export const createListedStatements = (db: Kysely<Tables>) => ({
  liveStacks: statement(() => db.selectFrom('stacks').select('id').where('deletedAt', 'is', null).orderBy('id')),
  deleteListed: statement((arg: Args<ByStack>) => db.deleteFrom('listed').where('stackId', '=', arg('stackId'))),
  insertListed: statement((arg: Args<Tables['listed']>) => db.insertInto('listed').values(rowOf(arg, LISTED))),
  listedName: statement((arg: Args<ByStack>) =>
    db.selectFrom('listed').select('fullName').where('stackId', '=', arg('stackId')),
  ),
  deleteReferences: statement((arg: Args<ByStack>) =>
    db.deleteFrom('listedReferences').where('stackId', '=', arg('stackId')),
  ),
  insertReference: statement((arg: Args<Tables['listedReferences']>) =>
    db.insertInto('listedReferences').values(rowOf(arg, ['stackId', 'target'])),
  ),
  readersOf: statement((arg: Args<{ target: string }>) =>
    db.selectFrom('listedReferences').select('stackId').distinct().where('target', '=', arg('target')),
  ),
  deleteTags: statement((arg: Args<ByStack>) => db.deleteFrom('listedTags').where('stackId', '=', arg('stackId'))),
  insertTag: statement((arg: Args<Tables['listedTags']>) =>
    db.insertInto('listedTags').values(rowOf(arg, ['stackId', 'name', 'value'])),
  ),
})

const LISTED = [
  'stackId',
  'org',
  'project',
  'name',
  'fullName',
  'searchText',
  'activityAt',
  'wasUpdated',
  'isHeld',
  'lastStartedAt',
  'resourceCount',
  'harm',
  'notRespondingFrom',
  'brokenReferences',
] as const satisfies readonly (keyof Tables['listed'])[]
