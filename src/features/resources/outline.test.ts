import { describe, expect, it } from 'vitest'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { ancestorsOf, find, firstDepth, outlineOf, rowsOf } from './outline.ts'

// 0 stack, 1 provider, 2 network (3, 4), 5 service (6)
const outline = outlineOf([-1, 0, 0, 2, 2, 0, 5])
const lines = (isExpanded: (index: number) => boolean, found = undefined as ReturnType<typeof find> | undefined) =>
  rowsOf(outline, isExpanded, found).map(({ index, level }) => `${' '.repeat(level - 1)}${index}`)

describe('an outline', () => {
  it('lists the expanded rows, parents before children, in state order', () => {
    expect(lines(() => true)).toEqual(['0', ' 1', ' 2', '  3', '  4', ' 5', '  6'])
    expect(lines((index) => index !== 2)).toEqual(['0', ' 1', ' 2', ' 5', '  6'])
  })

  it('gives the position of each row among its siblings', () => {
    expect(rowsOf(outline, () => true).find(({ index }) => index === 4)).toMatchObject({
      place: 2,
      siblings: 2,
      level: 3,
    })
  })

  it('shows matches with all their ancestors, even when collapsed', () => {
    const found = find(outline, (index) => index === 4 || index === 6)
    expect(found.hits).toEqual([4, 6])
    expect(lines(() => false, found)).toEqual(['0', ' 2', '  4', ' 5', '  6'])
  })

  it('finds the ancestors of a resource', () => expect(ancestorsOf(outline, 4)).toEqual([2, 0]))

  it('starts fully expanded when small, and collapsed to the top when large', () => {
    expect(firstDepth(outline)).toBe(2)
    expect(
      firstDepth(outlineOf(Int32Array.from({ length: 5_000 }, (_, i) => (i === 0 ? -1 : i % 9 === 1 ? 0 : i - 1)))),
    ).toBe(1)
  })

  it.each([
    ['in a circle', [1, 2, 0, -1]],
    ['its own', [0, 0, 0, 0]],
    ['missing', [9, -5, 1, 0]],
  ])('shows every resource once when a parent is %s', (_, parents) => {
    const rows = rowsOf(outlineOf(parents), () => true)
    expect(rows.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
  })

  it.each([
    ['one way', [1, 2, 0, -1, 1]],
    ['the other', [2, 0, 1, -1, 0]],
    ['in pairs', [-1, 2, 1, 4, 3]],
  ])('cuts a circle of parents where the map does: %s', (_, parents) => {
    const columns = { ...generateGraph('chain', parents.length), parent: parents, flags: parents.map(() => 1) }
    const map = topologyOf({ ...columns, types: ['a:b:C'], type: parents.map(() => 0) })
    expect([...outlineOf(parents).parent]).toEqual([...map.parent])
  })
})
