import { expect, it } from 'vitest'
import type { Resource } from '../state/checkpoint.ts'
import { indexedResources, packageOf, urnOfIndexed } from './indexedResource.ts'

const stack = { project: 'shop', stack: 'prod' }
const urn = (type: string, name: string) => `urn:pulumi:prod::shop::${type}::${name}`
const entry = (more: Partial<Resource>): Resource => ({
  urn: urn('aws:x:Y', 'a'),
  type: 'aws:x:Y',
  custom: true,
  ...more,
})

it('an indexed resource keeps its names, and no properties', () => {
  const [row] = indexedResources({
    resources: [
      entry({
        urn: urn('acme:app:Service$aws:s3/bucket:Bucket', 'logs'),
        type: 'aws:s3/bucket:Bucket',
        id: 'logs-7f',
        provider: `${urn('pulumi:providers:aws', 'eu')}::04da6b54`,
        protect: true,
        inputs: { password: 'hunter2' },
        outputs: { password: 'hunter2' },
      }),
    ],
  })
  expect(row).toEqual({
    name: 'logs',
    type: 'aws:s3/bucket:Bucket',
    parentType: 'acme:app:Service',
    resourceId: 'logs-7f',
    provider: 'eu',
    isProtected: true,
    oddUrn: null,
  })
})

it.each([
  urn('aws:x:Y', 'a'),
  urn('acme:app:Service$aws:x:Y', 'a::b'),
  urn('aws:x:Other', 'a'),
  'urn:pulumi:elsewhere',
  'no urn',
])('an indexed resource keeps the URN %s', (given) => {
  const [row] = indexedResources({ resources: [entry({ urn: given })] })
  expect(row && urnOfIndexed(row, stack)).toBe(given)
})

it.each(['default', 'default_6_72_0'])('a provider named %s is a default provider', (name) => {
  const provider = `${urn('pulumi:providers:aws', name)}::1`
  expect(indexedResources({ resources: [entry({ provider })] })[0]?.provider).toBeNull()
})

it('an indexed resource has long values truncated; invalid entries are skipped', () => {
  const name = 'n'.repeat(5_000)
  const damaged = [null, 7, { urn: 1 }, {}] as unknown as Resource[]
  const rows = indexedResources({ resources: [...damaged, entry({ urn: urn('aws:x:Y', name) })] })
  expect(rows.map((row) => row.name.length)).toEqual([1_000])
  expect(indexedResources({ resources: 'none' as unknown as Resource[] })).toEqual([])
})

it('an indexed resource names the package of its type', () => {
  expect(['aws:s3/bucket:Bucket', 'pulumi:providers:gcp', 'pulumi:pulumi:Stack'].map(packageOf)).toEqual([
    'aws',
    'gcp',
    'pulumi',
  ])
})
