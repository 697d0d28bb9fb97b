import { describe, expect, it } from 'vitest'
import {
  type Deployment,
  emptyDocument,
  featuresOf,
  magicOf,
  readState,
  type Resource,
  stackOutputs,
  toDocument,
} from './checkpoint.ts'

const resource: Resource = { urn: 'urn:pulumi:dev::shop::a:b:C::x', type: 'a:b:C', custom: false }
const deployment: Deployment = { manifest: { time: 't', magic: '', version: '' }, resources: [resource] }

describe('reading a state', () => {
  it.each([
    ['an export', { version: 3, deployment }, 'deployment', 3],
    ['an old export', { version: 1, deployment }, 'deployment', 1],
    ['a checkpoint', { version: 3, checkpoint: { stack: 'dev', latest: deployment } }, 'checkpoint', 3],
    ['a checkpoint with capitals', { Version: 2, Checkpoint: { Stack: 'dev', Latest: deployment } }, 'checkpoint', 2],
    ['a version 0 checkpoint', { target: 'dev', latest: deployment }, 'v0', 1],
    [
      'a version 0 checkpoint with its wrapper',
      { version: 0, checkpoint: { stack: 'dev', latest: deployment } },
      'checkpoint',
      1,
    ],
  ])('unwraps %s', (_name, json, shape, version) => {
    expect(readState(json)).toEqual({ ok: true, shape, document: { version, deployment } })
  })

  it('treats a stack without state as empty', () => {
    const read = readState({ version: 0, checkpoint: { stack: 'organization/shop/dev' } })
    expect(read).toEqual({ ok: true, shape: 'checkpoint', document: emptyDocument() })
    expect(readState({ version: 3, deployment: null })).toMatchObject({ ok: true, document: { deployment: {} } })
  })

  it.each([
    ['text', 'x', 'a state must be a JSON object'],
    ['another JSON object', { name: 'x' }, 'this is no state: it has neither a deployment nor a checkpoint'],
    ['no version', { deployment }, "this stack's deployment is too old"],
    ['version 99', { version: 99, deployment }, "this stack's deployment version is too new"],
    [
      'a checkpoint of version 5',
      { version: 5, checkpoint: { latest: deployment } },
      'unsupported checkpoint version 5',
    ],
    [
      'a checkpoint of version -1',
      { version: -1, checkpoint: { latest: deployment } },
      'unsupported checkpoint version -1',
    ],
    ['no deployment', { version: 3 }, 'could not deserialize deployment: it has no deployment'],
    [
      'an invalid version',
      { version: 3.5, deployment },
      'could not deserialize deployment: version must be a whole number',
    ],
    [
      'resources that are not a list',
      { version: 3, deployment: { resources: {} } },
      'could not deserialize deployment: resources must be a list of objects',
    ],
    [
      'a URN that is not a string',
      { version: 3, deployment: { resources: [{ urn: 7 }] } },
      'could not deserialize deployment: urn of a resource must be text',
    ],
    [
      'an operation without a resource',
      { version: 3, deployment: { pending_operations: [{ type: 'creating' }] } },
      'could not deserialize deployment: the resource of a pending operation must be an object',
    ],
    [
      'an unknown feature',
      { version: 4, features: ['taint', 'telepathy'], deployment },
      "this stack's deployment needs support for the following features: telepathy",
    ],
  ])('reports the fault of %s', (name, json, problem) => {
    const isNewer = name === 'version 99' || name === 'a checkpoint of version 5' || name === 'an unknown feature'
    expect(readState(json)).toEqual({ ok: false, problem, ...(isNewer && { isNewer }) })
  })

  it('ignores features below version 4', () => {
    expect(readState({ version: 3, features: ['telepathy'], deployment })).toMatchObject({ ok: true })
  })

  it('keeps unknown keys, and a key called __proto__', () => {
    const text =
      '{"version":3,"later":1,"deployment":{"resources":[{"urn":"u","type":"t","later":{"__proto__":{"a":1}},"__proto__":2}],"__proto__":3}}'
    const read = readState(JSON.parse(text))
    expect(JSON.parse(JSON.stringify(read.ok && read.document))).toEqual(JSON.parse(text))
  })

  it('writes an absent URN or type as the CLI does: empty', () => {
    const read = readState({
      version: 3,
      deployment: { resources: [{ type: 't' }], pending_operations: [{ type: 'creating', resource: { urn: 'u' } }] },
    })
    expect(read.ok && read.document.deployment).toEqual({
      resources: [{ urn: '', type: 't' }],
      pending_operations: [{ type: 'creating', resource: { urn: 'u', type: '' } }],
    })
  })
})

describe('a deployment', () => {
  it('is of version 3 until a feature is used', () => {
    expect(toDocument(deployment, { byteString: false })).toEqual({ version: 3, deployment })
    expect(toDocument(deployment, { byteString: true })).toEqual({ version: 4, features: ['byteString'], deployment })
  })

  it('lists every visible feature, sorted', () => {
    const uses: Partial<Resource>[] = [
      { refreshBeforeUpdate: true },
      { viewOf: 'u' },
      { resourceHooks: { OnError: ['h'] } },
      { taint: true },
      { replaceWith: ['u'] },
      { extensionRef: 'e' },
      { snippetID: 's' },
    ]
    const resources = uses.map((use) => ({ ...resource, ...use }))
    const all = [
      'extensionParameterization',
      'hooks',
      'refreshBeforeUpdate',
      'replaceWith',
      'snippets-prototype',
      'taint',
      'views',
    ]
    expect(featuresOf({ resources }, false)).toEqual(all)
    expect(
      featuresOf({ pending_operations: resources.map((each) => ({ type: 'creating', resource: each })) }, false),
    ).toEqual(all)
    expect(featuresOf({ snippets: [{ uuid: 's' }] }, false)).toEqual(['snippets-prototype'])
  })

  it('does not count an empty feature as used', () => {
    const idle = { ...resource, resourceHooks: {}, replaceWith: [], taint: false, viewOf: '' }
    expect(featuresOf({ resources: [idle], snippets: [] }, false)).toEqual([])
    expect(featuresOf({}, true)).toEqual([])
  })

  it('has the magic number of its CLI version', () => {
    expect(magicOf('3.134.1-dev.0')).toBe('6826601b489b8b121f77668d401fe7cfc7d1488148e57ed6987b7303ab066919')
    expect(magicOf('')).toBe('')
  })
})

it('finds the outputs of the stack', () => {
  const root = {
    urn: 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev',
    type: 'pulumi:pulumi:Stack',
    outputs: { url: 'x' },
  }
  const state = { resources: [{ ...root, delete: true, outputs: { url: 'old' } }, root, resource] }
  expect(stackOutputs(state)).toEqual({ url: 'x' })
  expect(stackOutputs({})).toBeUndefined()
})
