import { expect, it } from 'vitest'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { labelOf } from './labels.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './tree.ts'

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
