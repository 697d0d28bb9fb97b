import { describe, expect, it } from 'vitest'
import type { Resource } from './checkpoint.ts'
import { decodingFaults } from './decoding.ts'
import { isSecret, maskResource, maskValue, SECRET_SIGNATURE, SIGNATURE } from './secrets.ts'

const encrypted = { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: 'c1ph3r' }
const plain = { [SIGNATURE]: SECRET_SIGNATURE, plaintext: '"hunter2"' }
const mask = { [SIGNATURE]: SECRET_SIGNATURE }
const asset = { [SIGNATURE]: 'c44067f5952c0a294b673a41bacd8c17', hash: 'h', text: 'x' }
const resource: Resource = { urn: 'u', type: 't', custom: true }

describe('masking', () => {
  it('keeps only the marker of every secret, at any depth', () => {
    const value = { a: encrypted, b: [1, plain, { c: plain, d: null }], e: asset, f: 'x' }
    expect(maskValue(value)).toEqual({ a: mask, b: [1, mask, { c: mask, d: null }], e: asset, f: 'x' })
    expect(JSON.stringify(maskValue(value))).not.toMatch(/c1ph3r|hunter2/)
  })

  it('shares values without secrets by reference, and does not modify its input', () => {
    const value = { a: { b: [1, 2] }, c: plain }
    const masked = maskValue(value) as typeof value
    expect(masked.a).toBe(value.a)
    expect(value.c).toBe(plain)
    expect(maskValue(asset)).toBe(asset)
    expect(maskValue(plain.plaintext)).toBe('"hunter2"')
  })

  it('masks output values that are marked secret', () => {
    const output = { [SIGNATURE]: 'd0e6a833031e9bbcd3f4e8bde6ca49a4', value: 'hunter2', dependencies: [] }
    expect(maskValue([{ ...output, secret: true }, output])).toEqual([mask, output])
  })

  it('keeps a key called __proto__', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"s":${JSON.stringify(plain)}},"constructor":1}`)
    expect(JSON.stringify(maskValue(value))).toBe(`{"__proto__":{"s":${JSON.stringify(mask)}},"constructor":1}`)
  })

  it('covers inputs, outputs, trigger, and outputs that only the provider marks secret', () => {
    const masked = maskResource({
      ...resource,
      inputs: { password: encrypted, key: 'shown' },
      outputs: { password: plain, key: 'hunter2', id: 'i' },
      replacementTrigger: plain,
      additionalSecretOutputs: ['key'],
      later: { kept: true },
    })
    expect(masked).toEqual({
      ...resource,
      inputs: { password: mask, key: 'shown' },
      outputs: { password: mask, key: mask, id: 'i' },
      replacementTrigger: mask,
      additionalSecretOutputs: ['key'],
      later: { kept: true },
    })
  })
})

it('recognises a secret', () => {
  expect([encrypted, plain, mask].every(isSecret)).toBe(true)
  expect([null, 'x', asset, {}, []].some(isSecret)).toBe(false)
})

it('reports values that the CLI cannot read', () => {
  const odd = { [SIGNATURE]: 'ffff' }
  const both = { ...plain, ciphertext: 'c1ph3r' }
  const faults = decodingFaults({
    resources: [{ ...resource, inputs: { a: [odd], b: encrypted, c: asset }, replacementTrigger: both }],
    pending_operations: [{ type: 'creating', resource: { ...resource, outputs: { a: mask } } }],
  })
  expect(faults.map(({ message }) => message)).toEqual([
    "unrecognized signature 'ffff' in property map",
    'malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied',
    'malformed secret value: exactly one of `ciphertext` or `plaintext` must be supplied',
  ])
})
