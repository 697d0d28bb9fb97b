import { expect, it } from 'vitest'
import { shortType } from './shortType.ts'

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
])('shortens %s to %s', (type, short) => expect(shortType(type)).toBe(short))
