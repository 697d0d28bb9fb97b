import { describe, expect, it } from 'vitest'
import { seeded } from '#mocks/seeded.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { topologyOf } from '../graphLayout/topology.ts'
import { buildTree } from '../graphLayout/buildTree.ts'
import { overlayCounts, type Marks, type OverlayClass } from './overlay.ts'
import { countsIn, rowSums, sumsOf } from './sums.ts'

const classes: OverlayClass[] = ['failed', 'updated', 'created'].map((id) => ({
  id,
  sign: id.charAt(0),
  look: 'danger',
  words: (count) => `${count} ${id}`,
}))

describe.each(
  (['aws', 'k8s', 'chain', 'flat'] satisfies Shape[]).flatMap((shape) => [1, 2, 3].map((seed) => ({ shape, seed }))),
)('an overlay of a random $shape stack ($seed)', ({ shape, seed }) => {
  const graph = generateGraph(shape, 700, seed)
  const tree = buildTree(topologyOf(graph))
  const next = seeded(seed)
  const marks: Marks = {
    classes,
    of: Int8Array.from(graph.names, () => Math.floor(next() * 7) - 4).map((n) => Math.max(-1, n)),
  }
  const sums = sumsOf(tree, marks)

  /** Computed by visiting all descendants. */
  const naive = (item: number, place: number): number => {
    const resource = tree.resource[item] ?? -1
    let count = resource >= 0 && marks.of[resource] === place ? 1 : 0
    for (let c = tree.childStart[item] ?? 0; c < (tree.childStart[item + 1] ?? 0); c++)
      count += naive(tree.child[c] ?? 0, place)
    return count
  }

  it('shows for each group the sum of its contents, itself included', () => {
    for (let item = 0; item < tree.size; item++) {
      const counts = new Map(sums.within(item).map(({ place, count }) => [place, count]))
      expect(classes.map((_, place) => counts.get(place) ?? 0)).toEqual(classes.map((_, place) => naive(item, place)))
    }
  })

  it('has totals that match the legend, without the providers, which have no box', () => {
    const isDrawn = (resource: number) => (tree.itemOf[resource] ?? -1) >= 0
    const drawn = overlayCounts({ classes, of: Array.from(marks.of, (place, i) => (isDrawn(i) ? place : -1)) })
    expect(sums.within(0).map(({ count }) => count)).toEqual(drawn)
  })

  it('counts filtered resources in the same way', () => {
    const isHit = Uint8Array.from(marks.of, (place) => (place === 1 ? 1 : 0))
    const hitsIn = countsIn(tree, isHit)
    for (let item = 0; item < tree.size; item += 7) expect(hitsIn(item)).toBe(naive(item, 1))
  })
})

it('lists the most frequent class of a group first where none is more serious', () => {
  const graph = generateGraph('aws', 300)
  const tree = buildTree(topologyOf(graph))
  const marks: Marks = { classes, of: Int8Array.from(graph.names, (_, i) => (i % 10 === 0 ? 0 : i % 3 === 0 ? 1 : 2)) }
  const placesOf = (isByCount: boolean) => sumsOf(tree, { ...marks, isByCount }).within(0)
  expect(placesOf(false).map(({ place }) => place)).toEqual([0, 1, 2])
  expect(placesOf(true).map(({ place }) => place)).toEqual([2, 1, 0])
  const rows = { count: 4, parent: [-1, 0, 0, 0], depth: [0, 1, 1, 1] }
  expect(rowSums(rows, { classes, of: [-1, 0, 1, 1], isByCount: true })(0).map(({ place }) => place)).toEqual([1, 0])
})
