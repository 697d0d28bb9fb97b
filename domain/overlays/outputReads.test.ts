import { expect, it } from 'vitest'
import type { Deployment } from '../state/checkpoint.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { outputDifferences, outputReads } from './outputReads.ts'

const secret = { [SIGNATURE]: SECRET_SIGNATURE }
const reference = (rest: object) => ({ urn: 'u', type: 'pulumi:pulumi:StackReference', custom: true, ...rest })
const readsOf = (...resources: object[]) => outputReads({ resources } as unknown as Deployment)

it('lists each output that a reference holds, masked, and omits empty ones', () => {
  expect(
    readsOf(
      reference({
        id: 'acme/network/prod',
        outputs: {
          outputs: { vpc: 'vpc-1', key: 'plain', token: { ...secret, ciphertext: 'x' } },
          secretOutputNames: ['key'],
        },
      }),
      reference({ inputs: { name: 'acme/dns/prod' }, outputs: {} }),
      { ...reference({ id: 'old', outputs: { outputs: { a: 1 } } }), delete: true },
      { urn: 'u', type: 'aws:s3/bucket:Bucket', id: 'b', outputs: { outputs: { a: 1 } } },
    ),
  ).toEqual([
    {
      name: 'acme/network/prod',
      outputs: { vpc: 'vpc-1', key: secret, token: secret },
      uses: [],
      unmatched: [],
    },
  ])
})

it('tells which resources use which output by the values that were made from the reference', () => {
  const user = (urn: string, inputs: object, from: string[] = ['u']) => ({
    urn,
    type: 'aws:ec2/subnet:Subnet',
    inputs,
    dependencies: from,
    propertyDependencies: Object.fromEntries(Object.keys(inputs).map((name) => [name, from])),
  })
  const [read] = readsOf(
    reference({
      id: 'acme/network/prod',
      outputs: { outputs: { vpc: 'vpc-1', subnets: ['subnet-a', 'subnet-b'], port: 80, key: secret, zone: 'a' } },
    }),
    user('same', { vpcId: 'vpc-1' }),
    user('inside', { url: 'https://vpc-1.example/', on: { subnets: ['subnet-b'] } }),
    user('number', { port: 80 }),
    user('secret', { password: secret, zone: 'eu-a' }),
    user('chance', { vpcId: 'vpc-1' }, ['other']),
    { ...user('explicit', {}), dependencies: ['u'] },
    { ...user('old', { vpcId: 'vpc-1' }), delete: true },
  )
  expect(read?.uses.toSorted((a, b) => a.output.localeCompare(b.output))).toEqual([
    { output: 'port', urns: ['number'] },
    { output: 'subnets', urns: ['inside'] },
    { output: 'vpc', urns: ['same', 'inside'] },
  ])
  expect(read?.unmatched).toEqual(['secret', 'explicit'])
})

it('reports outputs that changed since they were read, in any key order, and counts those it cannot compare', () => {
  const read = { a: 1, b: { x: 1, y: [2] }, c: 'old', gone: true, key: secret, half: 'plain' }
  const now = { b: { y: [2], x: 1 }, a: 1, c: 'new', fresh: 0, key: secret, half: { in: secret } }
  expect(outputDifferences(read, now)).toEqual({
    differs: [
      { output: 'c', how: 'changed' },
      { output: 'fresh', how: 'added' },
      { output: 'gone', how: 'removed' },
    ],
    secretCount: 2,
  })
  expect(outputDifferences({}, {})).toEqual({ differs: [], secretCount: 0 })
})
