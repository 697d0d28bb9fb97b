import { expect, it } from 'vitest'
import { GRAPH_FLAG } from '#contract/resources.ts'
import type { Deployment } from '../state/checkpoint.ts'
import { toColumns } from '../state/graph.ts'
import { graphNotes } from './graphNotes.ts'

const urn = (name: string) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
const bucket = (name: string) => ({ urn: urn(name), type: 'aws:s3/bucket:Bucket', custom: true })

const deployment = {
  resources: [
    { ...bucket('a'), modified: '2026-01-05T09:00:00Z' },
    { ...bucket('b'), created: '2026-01-04T09:00:00.5Z', dependencies: [urn('a'), urn('gone'), urn('gone')] },
    { ...bucket('c'), modified: 'yesterday', parent: urn('lost'), provider: `${urn('away')}::id-1` },
    {
      ...bucket('d'),
      propertyDependencies: { x: [urn('gone')] },
      deletedWith: urn('away'),
      replaceWith: [urn('left')],
    },
  ],
  pending_operations: [{ type: 'creating', resource: bucket('new') }],
} as unknown as Deployment

it('has a time for each entry whose time is in the state', () => {
  expect(graphNotes(4, deployment).modified).toEqual([1767603600, 1767517200, -1, -1])
})

it('lists every broken reference once, for exactly the entries that the graph marks', () => {
  const { dangling } = graphNotes(4, deployment)
  expect(dangling.map(({ from, kind, urn: to }) => [from, kind, to])).toEqual([
    [1, 'dependency', urn('gone')],
    [2, 'parent', urn('lost')],
    [2, 'provider', `${urn('away')}::id-1`],
    [3, 'dependency', urn('gone')],
    [3, 'deletedWith', urn('away')],
    [3, 'replaceWith', urn('left')],
  ])
  const { flags } = toColumns({ org: 'acme', project: 'shop', stack: 'prod' }, 4, deployment)
  const isMarked = flags.flatMap((bits, i) => (bits & GRAPH_FLAG.missing ? [i] : []))
  expect([...new Set(dangling.map(({ from }) => from))]).toEqual(isMarked)
})

it('lists pending operations, including those of resources not in the state yet', () => {
  expect(graphNotes(4, deployment).pending).toMatchObject([{ type: 'creating', urn: urn('new'), isLive: false }])
})

it('names what a pending create needs, and the entries around operations with an unknown outcome', () => {
  const stack = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
  const resources = [
    { urn: stack, type: 'pulumi:pulumi:Stack' },
    { ...bucket('group'), parent: stack },
    { ...bucket('a'), parent: stack },
    { ...bucket('b'), parent: stack, dependencies: [urn('a')] },
    { ...bucket('c'), parent: stack, propertyDependencies: { x: [urn('b')] } },
    { ...bucket('apart'), parent: urn('group') },
  ]
  const create = { ...bucket('new'), parent: urn('group'), dependencies: [urn('gone')] }
  const notes = graphNotes(4, {
    resources,
    pending_operations: [
      { type: 'creating', resource: create },
      { type: 'updating', resource: resources[3] },
    ],
  } as unknown as Deployment)
  expect(notes.pending.map(({ names }) => names)).toEqual([
    [
      { urn: urn('group'), isParent: true, isThere: true },
      { urn: urn('gone'), isParent: false, isThere: false },
    ],
    [{ urn: urn('a'), isParent: false, isThere: true }],
  ])
  expect(notes.around.map((index) => resources[index]?.urn)).toEqual([urn('group'), urn('a'), urn('b'), urn('c')])
})
