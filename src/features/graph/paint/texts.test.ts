import { expect, it } from 'vitest'
import { ALONE, fitName, sharedOf, measureBy } from './texts.ts'

const WIDTHS: Record<string, number> = { i: 3, l: 3, '-': 4, '…': 11, m: 12, w: 12 }
const widthOf = (text: string) => Array.from(text, (letter) => WIDTHS[letter] ?? 8).reduce((sum, w) => sum + w, 0)

const NAMES = [
  'media-bucket-7',
  'shop-production-orders-subnet-group-west',
  'wwwwwwwwwwwwwwww',
  'illimitable-ümlaut-🚀-role',
]
const among = (names: readonly string[]) => ({ parent: 0, names, shared: sharedOf(names) })
const rooms = Array.from({ length: 60 }, (_, i) => i * 5)

it('a shortened name has as many letters as there is room for', () => {
  const cut = NAMES.flatMap((name) =>
    rooms.map((room) => ({ name, room, kept: fitName(name, ALONE, room, widthOf) })),
  ).filter(({ name, kept }) => kept !== name && kept !== '' && Array.from(kept).length < Array.from(name).length)
  expect(cut.length).toBeGreaterThan(20)
  for (const { name, room, kept } of cut) {
    const letters = Array.from(name)
    const count = Array.from(kept).length // with the ellipsis: one letter more than is kept
    const head = Math.floor(count * 0.45)
    const longer = `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (count - head)).join('')}`
    expect(widthOf(kept)).toBeLessThanOrEqual(room)
    expect(widthOf(longer)).toBeGreaterThan(room)
  }
})

it('a shortened name has the part that distinguishes it from its siblings', () => {
  const [name, ...others] = ['shop-production-orders', 'shop-production-users'] as const
  const siblings = among([name, ...others])
  const least = widthOf('…orders')
  const cut = rooms
    .filter((room) => room >= least && room < widthOf(name))
    .map((room) => fitName(name, siblings, room, widthOf))
  expect(cut.filter((text) => !text.endsWith('…orders'))).toEqual([])
  expect(cut.some((text) => text.startsWith('shop-'))).toBe(true)
  expect(fitName(name, siblings, 10, widthOf)).toBe('')
})

it.each([
  { at: 'end', names: ['orders-service-policy-12', 'orders-service-policy-13', 'users-service-policy-12'] },
  { at: 'beginning', names: ['orders2-queuePolicy', 'orders134-queuePolicy', 'orders246-queuePolicy'] },
  { at: 'middle', names: ['eu-production-a-orders-service', 'eu-production-b-orders-service', 'us-test'] },
])('shortened names of siblings that differ at the $at stay different', ({ names }) => {
  for (const room of rooms.filter((each) => each >= 100)) {
    const cut = names.map((name) => fitName(name, among(names), room, widthOf))
    expect(new Set(cut).size, `${room}: ${cut.join(' ')}`).toBe(names.length)
    expect(cut.filter((text) => widthOf(text) > room)).toEqual([])
  }
})

it('shortening a name measures a few texts, not one for each letter', () => {
  const name = 'a'.repeat(200)
  let measured = 0
  const text = fitName(name, ALONE, 300, (words) => {
    measured++
    return widthOf(words)
  })
  expect(widthOf(text)).toBeGreaterThan(300 - 9)
  expect(measured).toBeLessThan(12)
})

it('measures each letter of plain names once, and other scripts as a whole', () => {
  const measured: string[] = []
  const context = {
    font: '',
    measureText(text: string) {
      measured.push(`${this.font} ${text}`)
      return { width: text.length * (this.font.startsWith('600') ? 12 : 10) }
    },
  }
  const measure = measureBy(context as unknown as CanvasRenderingContext2D, 'sans') // the only members it uses
  expect(measure('abba', 10, false)).toBe(20)
  expect(measure('a…b', 20, true)).toBe(36)
  expect(measure('नमस्ते', 20, false)).toBe(60)
  expect(measure('baab', 20, false)).toBe(40)
  expect(measured).toEqual([
    '20px sans a',
    '20px sans b',
    '600 20px sans a',
    '600 20px sans …',
    '600 20px sans b',
    '20px sans नमस्ते',
  ])
})
