import { expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { readOff } from '#testing/states/followLines.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { layoutView } from './layout.ts'
import { BOX, type Positions } from './positions.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './buildTree.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const firstView = { root: 0, width: 1040, height: 480, opened: new Set<number>(), shut: new Set<number>() }

// Checks counts and growth rather than times, so that it holds on any machine.
it.each(SHAPES)('the time for grouping and layout grows only in proportion to the number of resources: %s', (shape) => {
  const grows = growth(2_500, (size) => {
    const topology = topologyOf(generateGraph(shape, size))
    return () => layoutView(topology, buildTree(topology), firstView)
  })
  expect(grows).toBeLessThan(LINEAR)
})

it('every line in a layout can be followed, at every size and shape', () => {
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

it.each(SHAPES)('a layout fills most of its window, at every size: %s', (shape) => {
  for (const size of [60, 300, 1_000, 10_000, 30_000]) {
    const topology = topologyOf(generateGraph(shape, size))
    const tree = buildTree(topology)
    for (const window of [
      firstView,
      { ...firstView, width: 1_040, height: 520 },
      { ...firstView, width: 1_560, height: 760 },
    ]) {
      const used = usedShare(layoutView(topology, tree, window), window)
      expect(used, `${size} resources in ${window.width}`).toBeGreaterThanOrEqual(0.8)
    }
  }
})

/** From the name in the frame's upper left corner to the last box, as a share of the window. */
function usedShare({ x, y, w, h }: Positions, window: { width: number; height: number }): number {
  const zoom = Math.min(window.width / (w[0] ?? 1), window.height / (h[0] ?? 1))
  const boxes = Array.from(x.keys()).slice(1) // the first box is the surrounding frame
  const right = Math.max(...boxes.map((box) => (x[box] ?? 0) + (w[box] ?? 0)))
  const bottom = Math.max(...boxes.map((box) => (y[box] ?? 0) + (h[box] ?? 0)))
  return (right * bottom * zoom ** 2) / (window.width * window.height)
}

it.each(SHAPES)('the content of an opened group fills most of its window: %s', (shape) => {
  const window = { width: 1_020, height: 460 }
  let opened = 0
  for (const size of [1_000, 10_000]) {
    const topology = topologyOf(generateGraph(shape, size))
    const tree = buildTree(topology)
    const first = layoutView(topology, tree, firstView)
    for (const root of first.item.filter((_, box) => first.kind[box] === BOX.closed)) {
      const inside = layoutView(topology, tree, { ...firstView, ...window, root })
      // A few cards are shown as large as is sensible, at the same place as many; a lone one takes what it needs.
      const count = inside.item.length - 1
      const least = count > 4 ? 0.8 : count > 1 ? 0.55 : 0.3
      expect(usedShare(inside, window), `group ${root} of ${size}`).toBeGreaterThanOrEqual(least)
      opened++
    }
  }
  expect(opened).toBeGreaterThan(10)
})
