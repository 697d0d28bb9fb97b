import { expect, it } from 'vitest'
import { bucketIn } from './bucket.ts'

const at = (path: string) => ({ path, file: new File([], path) })

it('finds the stacks of a folder with their backups, locks and history', () => {
  const bucket = bucketIn(
    [
      'b/.pulumi/meta.yaml',
      'b/.pulumi/stacks/shop/prod.json',
      'b/.pulumi/stacks/shop/prod.json.bak',
      'b/.pulumi/stacks/shop/prod.json.attrs',
      'b/.pulumi/stacks/shop/packed.json.gz',
      'b/.pulumi/locks/organization/shop/prod/1.json',
      'b/.pulumi/history/shop/prod/prod-1.checkpoint.json',
      'b/.pulumi/history/shop/prod/prod-1.history.json',
    ].map(at),
  )
  expect(bucket?.isOldLayout).toBe(false)
  expect(bucket?.stacks).toMatchObject([
    { name: 'shop/packed', file: { path: 'b/.pulumi/stacks/shop/packed.json.gz' }, locks: [], history: 0 },
    {
      name: 'shop/prod',
      file: { path: 'b/.pulumi/stacks/shop/prod.json' },
      backup: { path: 'b/.pulumi/stacks/shop/prod.json.bak' },
      locks: [{ path: 'b/.pulumi/locks/organization/shop/prod/1.json' }],
      history: 1,
    },
  ])
})

it('recognises the old layout, and a folder of another kind', () => {
  expect(bucketIn([at('.pulumi/stacks/prod.json')])).toMatchObject({ isOldLayout: true, stacks: [{ name: 'prod' }] })
  expect(bucketIn([at('prod.json'), at('readme.md')])).toBeUndefined()
})
