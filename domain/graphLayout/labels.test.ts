import { describe, expect, it } from 'vitest'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { countedKind } from './groups/kinds.ts'
import { type Grouping } from './groups/groupings.ts'
import { labelOf, summariesOf } from './labels.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './buildTree.ts'
import { isGroup } from './tree.ts'

function namesOf(shape: Shape, size: number, grouping?: Grouping) {
  const topology = topologyOf(generateGraph(shape, size))
  const tree = buildTree(topology, grouping)
  const items = Array.from({ length: tree.size - 1 }, (_, i) => i + 1)
  const made = items.filter((item) => tree.resource[item] === -1)
  const nameOf = (item: number) => labelOf(topology, tree, item).name
  return { topology, tree, all: made.map(nameOf), top: made.filter((item) => tree.parent[item] === 0).map(nameOf) }
}

describe('names of generated groups', () => {
  it.each(['k8s', 'chain', 'flat'] as const)('are never number ranges, and differ from their siblings: %s', (shape) => {
    for (const size of [300, 1_000, 10_000]) {
      const { all, top } = namesOf(shape, size)
      expect(all.filter((name) => name === '' || /\d to \d/.test(name))).toEqual([])
      expect(new Set(top).size).toBe(top.length)
      expect(top.length).toBeLessThanOrEqual(48)
    }
  })

  it('come from the contents: common name prefixes, dependents, types, packages', () => {
    expect(namesOf('flat', 10_000).top).toContain('orders')
    expect(namesOf('flat', 300).top).toEqual(expect.arrayContaining(['orders', 'orders2', 'users3']))
    expect(namesOf('flat', 300, 'links').top).toEqual(
      expect.arrayContaining(['users2', 'ledger3 and search4', 'orders2 +5']),
    )
    expect(namesOf('chain', 1_000).top[0]).toMatch(/^step-\d+$/)
    expect(namesOf('k8s', 1_000, 'type').top).toContain('Config maps')
    expect(namesOf('flat', 1_000, 'type').top).toContain('Log groups')
  })

  it('follow the chosen grouping, where it distinguishes anything', () => {
    expect(namesOf('flat', 1_000, 'name').top).toContain('orders')
    expect(namesOf('k8s', 1_000, 'links').top).not.toEqual(namesOf('k8s', 1_000, 'type').top)
    expect(namesOf('chain', 300, 'name').top.length).toBeGreaterThan(1)
  })
})

it('lists the contents of a group, with the most frequent type first', () => {
  const { topology, tree } = namesOf('flat', 1_000, 'type')
  const group =
    Array.from({ length: tree.size }, (_, i) => i).find((i) => labelOf(topology, tree, i).name === 'Log groups') ?? 0
  expect(isGroup(tree, group)).toBe(true)
  expect(summariesOf(topology, tree, group)).toEqual([expect.stringMatching(/^\d+ log groups$/)])
  const summaries = summariesOf(topology, tree, 0)
  expect(summaries).toHaveLength(4)
  expect(summaries.every((words) => /^(\d+ [a-z ]+, ){1,4}\d+ more$/.test(words))).toBe(true)
})

it.each([
  ['aws:ec2/routeTable:RouteTable', 2, '2 route tables'],
  ['aws:s3/bucketPolicy:BucketPolicy', 1_200, '1,200 bucket policies'],
  ['kubernetes:networking.k8s.io/v1:Ingress', 3, '3 ingresses'],
  ['aws:ec2/vpc:Vpc', 1, '1 vpc'],
  ['aws:wafv2/webACL:WebACL', 2, '2 web ACLs'],
])('a group of type %s with %i resources is labelled %s', (type, count, words) =>
  expect(countedKind(count, type)).toBe(words),
)
