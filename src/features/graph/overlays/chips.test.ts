import { expect, it } from 'vitest'
import { type Chip, chipRow } from './chips.ts'

const chips: Chip[] = [
  { mark: { sign: '✕', look: 'danger' }, count: 2 },
  { mark: { sign: '~', look: 'attention' }, count: 1_500 },
  { mark: { sign: '+', look: 'ok' }, count: 31 },
]
const shownIn = (room: number) => {
  const { chips: first, hasNumbers, hasMore, width } = chipRow(chips, room, 10, (text, px) => text.length * px * 0.6)
  return { signs: first.length, hasNumbers, hasMore, fits: width <= room }
}

it('counts keep their numbers, and leave out the least serious ones where there is little room', () => {
  expect(shownIn(200)).toEqual({ signs: 3, hasNumbers: true, hasMore: false, fits: true })
  expect(shownIn(100)).toEqual({ signs: 2, hasNumbers: true, hasMore: true, fits: true })
  expect(shownIn(45)).toEqual({ signs: 1, hasNumbers: true, hasMore: true, fits: true })
  expect(shownIn(30)).toEqual({ signs: 1, hasNumbers: true, hasMore: false, fits: true })
  expect(shownIn(10)).toMatchObject({ signs: 1, hasNumbers: false })
})
