import { expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { readOff } from '#testing/states/followLines.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { layoutView } from './layout.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './tree.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat']
const firstView = { root: 0, width: 1040, height: 480, opened: new Set<number>(), shut: new Set<number>() }

// Counts and growth, not times: they hold on any machine.
it.each(SHAPES)('grouping and layout time grows with the number of resources, not faster: %s', (shape) => {
  const grows = growth(2_500, (size) => {
    const topology = topologyOf(generateGraph(shape, size))
    return () => layoutView(topology, buildTree(topology), firstView)
  })
  expect(grows).toBeLessThan(LINEAR)
})

it('every line can be followed, at every size and shape', () => {
  let [right, asked] = [0, 0]
  for (const shape of SHAPES) {
    for (const size of [60, 300, 1_000, 10_000]) {
      for (const seed of [1, 2]) {
        const topology = topologyOf(generateGraph(shape, size, seed))
        const picture = layoutView(topology, buildTree(topology), firstView)
        const read = readOff(picture, Math.min(1, firstView.width / (picture.w[0] ?? 1)))
        right += read.right
        asked += read.asked
      }
    }
  }
  expect(asked).toBeGreaterThan(400)
  expect(right / asked).toBeGreaterThanOrEqual(0.97)
})
