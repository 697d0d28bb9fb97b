import { expect, it } from 'vitest'
import { generateGraph } from '#testing/generateGraph.ts'
import { labelOf, shortType } from './labels.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './tree.ts'

it.each([
  ['aws:s3/bucket:Bucket', 's3 Bucket'],
  ['aws:s3/bucketPolicy:BucketPolicy', 's3 BucketPolicy'],
  ['kubernetes:apps/v1:Deployment', 'apps Deployment'],
  ['kubernetes:networking.k8s.io/v1beta1:Ingress', 'networking Ingress'],
  ['random:index/randomPet:RandomPet', 'RandomPet'],
  ['azure-native:storage:StorageAccount', 'storage StorageAccount'],
  ['pulumi:providers:aws', 'aws provider'],
  ['pulumi:pulumi:Stack', 'Stack'],
  ['my:component:Service', 'component Service'],
  ['no-type-at-all', 'no-type-at-all'],
  ['', ''],
])('says %s as %s', (type, short) => expect(shortType(type)).toBe(short))

it('names made groups by their type or by their place', () => {
  const named = (shape: 'k8s' | 'chain') => {
    const topology = topologyOf(generateGraph(shape, 1_000))
    const tree = buildTree(topology)
    return Array.from({ length: tree.size - 1 }, (_, i) => i + 1)
      .filter((item) => tree.resource[item] === -1)
      .map((item) => labelOf(topology, tree, item).name)
  }
  expect(named('k8s')).toContain('apps Deployment')
  expect(named('chain')[0]).toMatch(/^Resources 1 to \d+$/)
})
