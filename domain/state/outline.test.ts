import { expect, it } from 'vitest'
import { verify } from './integrity.ts'
import { outlineOf } from './outline.ts'

const entry = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:prod::web::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: name,
  inputs: { name },
  outputs: { arn: name },
  ...more,
})
const state = (resources: unknown[]) => ({ version: 3, deployment: { resources, pending_operations: [] } }) as never

it('omits the properties of resources and nothing else', () => {
  const operation = { type: 'creating', resource: entry('c') }
  const { deployment } = outlineOf({
    version: 3,
    deployment: {
      resources: [entry('a'), entry('b', { parent: 'p', protect: true })],
      pending_operations: [operation],
    },
  })
  expect(deployment.resources).toEqual([
    { urn: expect.stringContaining('::a'), type: 'aws:s3/bucket:Bucket', custom: true, id: 'a' },
    { ...entry('b', { parent: 'p', protect: true }), inputs: undefined, outputs: undefined },
  ])
  expect(deployment.pending_operations).toEqual([operation])
})

it('keeps the properties of providers and of entries for the same resource', () => {
  const provider = entry('p', { type: 'pulumi:providers:aws', inputs: { region: 'eu' } })
  const twins = [entry('a', { id: 'same' }), entry('b', { id: 'same' })]
  expect(outlineOf(state([provider, ...twins])).deployment.resources).toEqual([provider, ...twins])
})

it('returns an invalid state unchanged', () => {
  for (const resources of [undefined, null, 7, [null, 3, 'x', {}]])
    expect(outlineOf(state(resources as unknown[])).deployment.resources).toEqual(resources)
})

it('does not modify its input', () => {
  const whole = { version: 3, deployment: { resources: [entry('a')] } }
  const before = JSON.stringify(whole)
  expect(verify(outlineOf(whole).deployment)).toEqual(verify(whole.deployment))
  expect(JSON.stringify(whole)).toBe(before)
})
