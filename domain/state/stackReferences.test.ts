import { describe, expect, it } from 'vitest'
import { referredStack, stackReferences } from './stackReferences.ts'

const reference = (rest: object) => ({
  urn: 'urn:pulumi:prod::shop::pulumi:pulumi:StackReference::network',
  type: 'pulumi:pulumi:StackReference',
  custom: true,
  ...rest,
})

describe('the stacks that a state reads', () => {
  it('are listed once each, from inputs, else outputs, else the ID', () => {
    const resources = [
      reference({ inputs: { name: 'acme/network/prod' } }),
      reference({ inputs: { name: 'acme/network/prod' } }),
      reference({ outputs: { name: 'acme/dns/prod' } }),
      reference({ id: 'acme/auth/prod' }),
      { ...reference({ inputs: { name: 'acme/no/reference' } }), type: 'aws:s3/bucket:Bucket' },
    ]
    expect(stackReferences({ resources })).toEqual(['acme/auth/prod', 'acme/dns/prod', 'acme/network/prod'])
  })

  it('do not include old entries, secret names and invalid names', () => {
    const resources = [
      reference({ inputs: { name: 'acme/old/prod' }, delete: true }),
      reference({ inputs: { name: { '4dabf18193072939515e22adb298388d': 'x', ciphertext: 'y' } } }),
      reference({ inputs: { name: 'x'.repeat(301) } }),
    ]
    expect(stackReferences({ resources })).toEqual([])
    expect(stackReferences({})).toEqual([])
  })
})

it.each([
  ['acme/network/prod', { org: 'acme', project: 'network', stack: 'prod' }],
  ['acme/prod', { org: 'acme', project: 'shop', stack: 'prod' }],
  ['prod', { org: 'us', project: 'shop', stack: 'prod' }],
  ['a/b/c/d', undefined],
  ['acme//prod', undefined],
  ['', undefined],
])('resolves the stack name %j', (name, expected) => {
  expect(referredStack(name, { org: 'us', project: 'shop' })).toEqual(expected)
})
