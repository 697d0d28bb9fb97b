import { expect, it } from 'vitest'
import { deletionNotes } from './deletion.ts'

const DB = 'aws:rds/instance:Instance'
const BUCKET = 'aws:s3/bucket:Bucket'

it.each<[string, Record<string, unknown>, string[]]>([
  [DB, {}, []],
  [
    DB,
    { skipFinalSnapshot: true, deleteAutomatedBackups: true },
    ['! No final snapshot is taken.', '! Its automated backups are deleted, too.'],
  ],
  [
    DB,
    { skipFinalSnapshot: false, finalSnapshotIdentifier: 'ledger-last' },
    ['A final snapshot is taken: ledger-last.'],
  ],
  [DB, { skipFinalSnapshot: false }, ['It fails: the final snapshot has no name (finalSnapshotIdentifier).']],
  [
    DB,
    { deletionProtection: true, skipFinalSnapshot: '[secret]' },
    ['Its deletion protection is on: the provider refuses.'],
  ],
  [
    'aws:dynamodb/table:Table',
    { deletionProtectionEnabled: true },
    ['Its deletion protection is on: the provider refuses.'],
  ],
  [BUCKET, {}, ['It fails if there is anything in it: forceDestroy is off.']],
  [BUCKET, { forceDestroy: true }, ['! Its contents are deleted, too (forceDestroy).']],
  ['aws-native:s3:Bucket', {}, []],
  [
    'aws:ecr/repository:Repository',
    { forceDestroy: false },
    ['It fails if there is anything in it: forceDestroy is off.'],
  ],
  [
    'aws:secretsmanager/secret:Secret',
    { recoveryWindowInDays: 0 },
    ['! It is deleted at once, and cannot be restored.'],
  ],
  ['aws:kms/key:Key', { deletionWindowInDays: 7 }, ['It can be restored for 7 days.']],
])('%s with %j', (type, properties, notes) => {
  expect(deletionNotes(type, properties).map(({ text, isLoss }) => (isLoss ? `! ${text}` : text))).toEqual(notes)
})
