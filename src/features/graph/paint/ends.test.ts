import { expect, it } from 'vitest'
import { EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import { busiestHub } from './ends.ts'

/** Boxes 1 and up are resources 0 and up, but for box 4, a made group. */
const tree = { resource: Int32Array.of(-1, 0, 1, 2, -1) }
const drawn = (lines: readonly (readonly [from: number, to: number, flags: number])[]) =>
  ({
    item: Int32Array.of(0, 1, 2, 3, 4),
    edgeFrom: Int32Array.from(lines, ([from]) => from),
    edgeTo: Int32Array.from(lines, ([, to]) => to),
    edgeFlags: Uint8Array.from(lines, ([, , flags]) => flags),
  }) as unknown as Positions // the only columns it reads

it.each([
  ['none where all lines are drawn', [[1, 2, 0]], undefined],
  ['the one with the most lines that are not', [[1, 2, EDGE.hub], [2, 1, EDGE.hub], [2, 3, EDGE.hub], [3, 1, 0], [3, 2, 0], [3, 4, 0]], { resource: 1, count: 2 }], // prettier-ignore
  ['no made group', [[4, 1, EDGE.hub], [4, 2, EDGE.hub], [3, 1, EDGE.hub]], { resource: 2, count: 1 }], // prettier-ignore
] as const)('the busiest hub is %s', (_, lines, hub) => {
  expect(busiestHub(drawn(lines), tree)).toEqual(hub)
})
