import { describe, expect, it } from 'vitest'
import { type Aged, versionsByAge } from './versionsByAge.ts'

const run = (id: string, at: number): Aged => ({ id, kind: 'run', at })
const seen = (id: string, at: number): Aged => ({ id, kind: 'seen', at })

describe('versions of a mirrored stack', () => {
  it.each<[string, Aged[], string[]]>([
    ['nothing', [], []],
    ['runs by their ends', [run('late', 20), run('early', 10)], ['early', 'late']],
    ['a state seen between two runs', [run('a', 10), run('b', 30), seen('x', 20)], ['a', 'x', 'b']],
    ['a state of the same time before its run', [run('a', 10), seen('x', 10)], ['x', 'a']],
    ['equal times always in the same order', [run('b', 10), run('a', 10)], ['a', 'b']],
  ])('counts from 1: %s', (_, items, order) => {
    const versions = versionsByAge(items)
    expect([...versions].toSorted((a, b) => a[1] - b[1]).map(([id]) => id)).toEqual(order)
    expect([...versions.values()].toSorted((a, b) => a - b)).toEqual(order.map((__, index) => index + 1))
  })

  it('moves newer numbers when older history arrives', () => {
    const known = [run('b', 20), seen('x', 30)]
    expect(versionsByAge(known).get('x')).toBe(2)
    expect(versionsByAge([...known, run('a', 10)]).get('x')).toBe(3)
  })
})
