import { describe, expect, it } from 'vitest'
import type { Chip } from '../overlays/chips.ts'
import type { Brush } from './brush.ts'
import { frameHead, type GroupContent, groupFace, groupHead, type GroupPlace } from './groupFace.ts'
import { ALONE, fitName } from './texts.ts'

const measure = (text: string, px: number) => text.length * px * 0.56
const tools: Pick<Brush, 'measure' | 'fit' | 'keep'> = {
  measure,
  fit: ({ words, siblings, room, px }) => fitName(words, siblings, room, (part) => measure(part, px)),
  keep: (_key, work) => work(),
}
const chip = (sign: string, count: number): Chip => ({ mark: { sign, look: 'danger' }, count })
const content = (more: Partial<GroupContent> = {}): GroupContent => ({
  item: 7,
  name: 'orders',
  kind: '',
  siblings: ALONE,
  count: 120,
  chips: [],
  isByCount: false,
  summaries: () => ['12 subnets, 3 route tables, 4 more', '12 subnets, 7 more'],
  ...more,
})
const place = (w: number, h: number, more: Partial<GroupPlace> = {}): GroupPlace => ({
  area: { x: 100, y: 50, w, h },
  scale: 1,
  hasContent: false,
  edge: 2_000,
  ...more,
})
/** The words of a face, line by line; chips as their signs and numbers. */
function wordsOf(face: ReturnType<typeof groupFace>) {
  const chipsOf = (chips: typeof face.body.chips) =>
    chips &&
    chips.row.chips
      .map(({ mark, count }) => `${mark === 'filter' ? '⌕' : mark.sign}${chips.row.hasNumbers ? count : ''}`)
      .join(' ')
  return {
    first:
      face.head && [face.head.name.text, chipsOf(face.head.chips), face.head.count?.text].filter(Boolean).join(' | '),
    second: [chipsOf(face.body.chips), ...face.body.lines.map(({ text }) => text)].filter(Boolean),
    hasDots: face.body.dots !== undefined,
  }
}

describe('what a closed group shows', () => {
  it.each([
    [
      'name, number and summary where there is room',
      place(300, 80),
      content(),
      'orders | 120',
      ['12 subnets, 3 route tables, 4 more'],
      true,
    ],
    ['a shorter summary in less width', place(130, 80), content(), 'orders | 120', ['12 subnets, 7 more'], true],
    [
      'two lines of summary if there are few dots',
      place(160, 80),
      content({ count: 19 }),
      'orders | 19',
      ['12 subnets,', '3 route tables, 4 more'],
      true,
    ],
    ['no summary that does not fit', place(90, 80), content(), 'orders | 120', [], true],
    [
      'its number below a long name',
      place(120, 80),
      content({ name: 'orders-service', summaries: () => [] }),
      'orders-service',
      ['120'],
      true,
    ],
    [
      'chips beside the name, and its number if both fit',
      place(300, 80),
      content({ chips: [chip('✕', 3)] }),
      'orders | ✕3 | of 120',
      ['12 subnets, 3 route tables, 4 more'],
      true,
    ],
    ['chips rather than its number', place(105, 80), content({ chips: [chip('✕', 3)] }), 'orders | ✕3', [], true],
    [
      'chips and number below a long name',
      place(130, 80),
      content({ name: 'orders-service', chips: [chip('✕', 3)] }),
      'orders-service',
      ['✕3', 'of 120'],
      true,
    ],
    [
      'the chips that fit, each with its number',
      place(120, 80),
      content({ name: 'orders-service', chips: [chip('✕', 3), chip('!', 1_000), chip('?', 1_000)] }),
      'orders-service',
      ['✕3 !1000'],
      true,
    ],
    [
      'its number once, where only the chips move below the name',
      place(120, 80),
      content({ chips: [chip('✕', 3), chip('!', 3)] }),
      'orders | 120',
      ['✕3 !3'],
      true,
    ],
    [
      'dots beside the chips of a low group',
      place(130, 38),
      content({ name: 'orders-service', chips: [chip('✕', 3)] }),
      'orders-service',
      ['✕3'],
      true,
    ],
    ['nothing below the name of the lowest group', place(300, 26), content(), 'orders | 120', [], false],
    ['dots alone where letters do not fit', place(39, 39), content(), undefined, [], true],
    [
      'the most serious class where letters do not fit',
      place(39, 39),
      content({ chips: [chip('✕', 3), chip('!', 1)] }),
      undefined,
      ['✕'],
      true,
    ],
    ['no summary behind its content', place(300, 80, { hasContent: true }), content(), 'orders | 120', [], true],
  ] as const)('%s', (_title, where, group, first, second, hasDots) => {
    expect(wordsOf(groupFace(group, where, tools))).toEqual({ first, second, hasDots })
  })

  it('keeps eight letters of the name next to chips that cannot move below it', () => {
    const group = content({ name: 'orders-and-their-items', chips: [chip('✕', 3), chip('!', 3)] })
    const { head } = groupFace(group, place(130, 80, { hasContent: true }), tools)
    expect(head?.name.text).toMatch(/…/)
    expect(head?.name.text.length).toBeGreaterThanOrEqual(9)
    expect(head?.chips?.end).toBe(100 + 130 - 9)
  })

  it('is within the window, however far its box is out of it', () => {
    const partly = place(600, 300, { area: { x: -200, y: -90, w: 600, h: 300 }, edge: 250 })
    const { head } = groupFace(content(), partly, tools)
    expect(head?.name).toMatchObject({ x: 9, text: 'orders' })
    expect(head?.name.y).toBeGreaterThan(0)
    expect(head?.name.y).toBeLessThan(20)
    expect((head?.count?.x ?? NaN) + measure('120', head?.count?.px ?? NaN)).toBeCloseTo(250 - 9)
  })

  it.each([
    ['right of the window', { x: 250, y: 50, w: 200, h: 80 }],
    ['left of the window', { x: -210, y: 50, w: 200, h: 80 }],
  ])('has its words in its own box where that is %s, not on those of what is at the edge', (_, area) => {
    const where = place(0, 0, { area, edge: 240 })
    const { head } = groupFace(content({ chips: [chip('!', 1)] }), where, tools)
    expect(head?.name.text).toBe('orders')
    for (const x of [head?.name.x, head?.count?.x, (head?.chips?.end ?? NaN) - (head?.chips?.row.width ?? NaN)]) {
      expect(x).toBeGreaterThan(area.x)
      expect(x).toBeLessThan(area.x + area.w)
    }
  })

  it('has no chip where none has room between the window’s edge and its own', () => {
    for (const inside of [1, 8, 20, 26]) {
      const area = { x: 240 - inside, y: 50, w: 200, h: 80 }
      const { head, body } = groupFace(
        content({ chips: [chip('!', 12)] }),
        place(0, 0, { area, edge: 240, hasContent: true }),
        tools,
      )
      const starts = [head?.chips, body.chips].flatMap((chips) => (chips ? [chips.end - chips.row.width] : []))
      expect(starts.filter((start) => start < area.x)).toEqual([])
    }
  })

  it('has its texts in the box, above the dots', () => {
    for (const h of [30, 36, 44, 60, 120]) {
      for (const chips of [[], [chip('✕', 3)]]) {
        const { body } = groupFace(content({ name: 'orders-service', chips }), place(130, h), tools)
        for (const line of body.lines) expect(line.y + line.px / 2).toBeLessThanOrEqual(body.dots?.y ?? 50 + h)
        expect((body.dots?.y ?? 0) + (body.dots?.h ?? 0)).toBeLessThanOrEqual(50 + h)
        const { line, px } = body.chips ?? { line: 0, px: 0 }
        expect(line + px * 0.65).toBeLessThanOrEqual(50 + h)
      }
    }
  })

  it('has the same first line alone, which is painted again while the window moves', () => {
    for (const group of [content(), content({ name: 'orders-service', chips: [chip('✕', 3)] })])
      for (const where of [place(130, 80), place(300, 80), place(130, 80, { hasContent: true }), place(30, 30)])
        expect(groupHead(group, where, tools)).toEqual(groupFace(group, where, tools).head)
  })
})

describe('the first line of an open group', () => {
  const firstLineOf = (width: number, more: Partial<GroupContent>) => {
    const head = frameHead(content({ kind: 'Service', ...more }), place(width, 200), tools)
    return head && [head.name.text, head.count?.text, head.chips && 'chips'].filter(Boolean).join(' | ')
  }
  it.each([
    ['name, kind and number', 400, {}, 'orders | Service · 120'],
    ['without a kind the number alone', 400, { kind: '' }, 'orders | 120'],
    ['chips at its end', 400, { chips: [chip('✕', 3)] }, 'orders | Service · 120 | chips'],
    ['chips rather than the kind', 180, { chips: [chip('✕', 3)] }, 'orders | 120 | chips'],
    ['a problem rather than the number', 130, { chips: [chip('✕', 3)] }, 'orders | chips'],
    ['no kinds without their numbers', 122, { chips: [chip('A', 300)], isByCount: true }, 'orders'],
    ['nothing in a narrow one', 59, {}, undefined],
  ] as const)('%s', (_title, width, more, words) => {
    expect(firstLineOf(width, more)).toBe(words)
  })
})
