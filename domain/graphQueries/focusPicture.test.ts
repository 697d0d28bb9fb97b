import { describe, expect, it } from 'vitest'
import { firstFault } from '#testing/cases.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { bundled, isGroup } from './bundles.ts'
import { focusPicture, type FocusBox } from './focusPicture.ts'
import { neighbourhoodOf } from './neighbourhood.ts'
import { ALL_RELATIONS } from './relationKinds.ts'
import { type Relations, relationsOf } from './relations.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat']

function pictureOf(
  shape: Shape,
  {
    count = 200,
    focus,
    depth,
    size,
    opened,
  }: {
    count?: number
    focus: number
    depth: number
    size: { width: number; height: number }
    opened?: { column: number; key: string }
  },
) {
  const graph = generateGraph(shape, count)
  const relations = relationsOf(graph)
  const neighbourhood = neighbourhoodOf(relations, focus, { depth })
  const typeOf = (index: number) => graph.types[graph.type[index] ?? -1] ?? ''
  return {
    relations,
    neighbourhood,
    picture: focusPicture({ neighbourhood, relations, kinds: ALL_RELATIONS, typeOf, size, opened }),
  }
}

const overlap = (a: FocusBox, b: FocusBox) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const faultIn = (
  { relations, neighbourhood, picture }: ReturnType<typeof pictureOf>,
  fits: boolean,
): string | undefined => {
  const { boxes, lines } = picture
  const shown = boxes.flatMap(({ members }) => members).toSorted((a, b) => a - b)
  const wanted = [neighbourhood.focus, ...neighbourhood.needs.flat(), ...neighbourhood.neededBy.flat()].toSorted(
    (a, b) => a - b,
  )
  if (shown.join() !== wanted.join()) return `${shown.length} are shown of ${wanted.length}`
  const both = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b)))
  if (both.length > 0) return `${both.length} boxes lie upon others`
  const out = fits
    ? boxes.find(({ x, y, w, h }) => x < 0 || y < 0 || x + w > picture.width || y + h > picture.height)
    : undefined
  if (out) return `${out.key} is outside`
  if (boxes.some(({ w }) => w < 196)) return 'a card is too narrow to be read'
  for (const { from, to, points, count } of lines) {
    const [a, b] = [boxes[from], boxes[to]]
    if (!a || !b || a.column + 1 !== b.column) return 'a line leads over a column'
    const [x1, y1, x2, y2] = points
    if (x1 !== a.x + a.w || x2 !== b.x || y1 < a.y || y1 > a.y + a.h || y2 < b.y || y2 > b.y + b.h)
      return 'a line ends beside its box'
    if (count !== linksBetween(relations, a, b)) return 'a line is counted wrong'
  }
  return undefined
}

function linksBetween({ needs }: Relations, a: FocusBox, b: FocusBox): number {
  return b.members.reduce((sum, member) => {
    const others = needs.other.subarray(needs.start[member], needs.start[member + 1])
    return sum + others.filter((other) => a.members.includes(other)).length
  }, 0)
}

describe('the focus view', () => {
  it('shows everything once, legible, inside the pane, without overlapping cards, with lines in the gaps', () => {
    expect(
      firstFault(150, (random) => {
        const size = { width: 700 + random(1200), height: 380 + random(700) }
        const shape = SHAPES[random(SHAPES.length)] ?? 'aws'
        return faultIn(pictureOf(shape, { focus: random(200), depth: [1, 2, 3, 99][random(4)] ?? 1, size }), true)
      }),
    ).toBeUndefined()
  })

  it('is wider than a pane without room for three columns, and is still complete', () => {
    const made = pictureOf('chain', { focus: 20, depth: 2, size: { width: 300, height: 300 } })
    expect(faultIn(made, false)).toBeUndefined()
    expect(new Set(made.picture.boxes.map(({ column }) => column))).toEqual(new Set([-1, 0, 1]))
  })

  it('groups the dependents of a large hub by type, and opens one group in place', () => {
    const size = { width: 1080, height: 600 }
    const hub = { count: 5000, focus: 2, depth: 1, size } // a network that all others use
    const { picture } = pictureOf('aws', hub)
    const users = picture.boxes.filter(({ column }) => column === 1)
    expect(users.length).toBeLessThanOrEqual(10)
    expect(users.reduce((sum, { members }) => sum + members.length, 0)).toBe(
      picture.columns.find(({ column }) => column === 1)?.count,
    )
    const group = users.find(isGroup)
    const made = pictureOf('aws', { ...hub, opened: { column: 1, key: group?.key ?? '' } })
    expect(faultIn(made, true)).toBeUndefined()
    expect(made.picture.boxes.filter(({ isOpen }) => isOpen).map(({ members }) => members)).toEqual([group?.members])
  })

  it('is the same for the same input', () => {
    const given = { focus: 40, depth: 3, size: { width: 1200, height: 700 } }
    expect(pictureOf('k8s', given).picture).toEqual(pictureOf('k8s', given).picture)
  })
})

describe('groups of dependents in the focus view', () => {
  const typeOf = (index: number) => `t${index % 3}`

  it('are not needed while there is room', () => {
    expect(bundled([4, 5], 2, typeOf).map(({ members }) => members)).toEqual([[4], [5]])
  })

  it('hold the largest types, and one holds the remaining types when there are too many', () => {
    expect(bundled([0, 3, 6, 1, 2], 3, typeOf).map(({ key, members }) => [key, members])).toEqual([
      ['t0', [0, 3, 6]],
      ['1', [1]],
      ['2', [2]],
    ])
    expect(bundled([0, 3, 6, 1, 2], 2, typeOf).map(({ key, members }) => [key, members])).toEqual([
      ['t0', [0, 3, 6]],
      ['', [1, 2]],
    ])
    expect(bundled([0, 1, 2], 1, typeOf)).toEqual([{ key: '', members: [0, 1, 2], type: undefined }])
  })
})
