import { at } from '#domain/graphLayout/columns.ts'
import { type Label, labelOf } from '#domain/graphLayout/labels.ts'
import type { GraphModel } from '../model.ts'

/** Width of a text in the given font, in pixels. */
export type Measure = (text: string, px: number, isBold: boolean) => number

const BASE = 20

/**
 * Adds up the widths of letters, each of which is measured once: measuring every name, and every way to shorten it, was
 * a quarter of the time of the first picture.
 */
export function measureBy(context: CanvasRenderingContext2D, family: string): Measure {
  const caches = { plain: new Map<string, number>(), bold: new Map<string, number>() }
  const widthOf = (text: string, isBold: boolean): number => {
    const widths = isBold ? caches.bold : caches.plain
    let width = widths.get(text)
    if (width !== undefined) return width
    if (text.length > 1 && !isJoining(text)) {
      width = 0
      for (const letter of text) width += widthOf(letter, isBold)
    } else {
      context.font = `${isBold ? '600 ' : ''}${BASE}px ${family}`
      width = context.measureText(text).width
    }
    widths.set(text, width)
    return width
  }
  return (text, px, isBold) => (widthOf(text, isBold) * px) / BASE
}

/** Whether a text has letters whose widths depend on their neighbours: others than those of plain names and our own signs. */
const isJoining = (text: string): boolean => /[^ -~…·→←−±✕⚠⇄]/.test(text)

/**
 * The names of the items in one parent, and the length of the prefix that all of them share, up to the end of a word.
 * `lines` are their texts in cards of one line, where items of the same name have their kind before it.
 */
export type Siblings = { parent: number; names: readonly string[]; shared: number; lines: readonly string[] }
export const ALONE: Siblings = { parent: -1, names: [], shared: 0, lines: [] }

/** Shares of the remaining letters that are the beginning of a name, in the order of trying: most names differ at their end. */
const BEGINNINGS = [0.45, 0.25, 0.65, 0.85]

/**
 * Shortens a name to a width. The part shared with its siblings goes first, so that the distinguishing part stays; then
 * the middle, where that leaves no sibling with the same text. Empty if fewer than three letters would remain.
 */
export function fitName(
  name: string,
  { names, shared }: Pick<Siblings, 'names' | 'shared'>,
  room: number,
  widthOf: (text: string) => number,
): string {
  if (widthOf(name) <= room) return name
  const letters = Array.from(name)
  const most = letters.length - 1
  const cut = (head: number, tail: number) =>
    `${letters.slice(0, head).join('')}…${letters.slice(letters.length - tail).join('')}`
  const fits = (text: string) => widthOf(text) <= room
  const ownLength = Array.from(name.slice(shared)).length
  // The distinguishing end, after as much of the beginning as there is room for.
  const distinct = shared > 2 ? longest(0, most - ownLength, (head) => cut(head, ownLength), fits) : ''
  if (distinct !== '') return distinct
  let [first, same] = ['', '']
  for (const share of BEGINNINGS) {
    const text = longest(
      3,
      most,
      (length) => cut(Math.floor(length * share), length - Math.floor(length * share)),
      fits,
    )
    const [head = '', tail = ''] = text.split('…')
    const rival = names.find((other) => other !== name && other.startsWith(head) && other.endsWith(tail))
    if (rival === undefined) return text
    first ||= text
    same ||= rival
  }
  // No beginning and end distinguish it from that sibling: from the first letter that differs.
  const start = letters.findIndex((letter, i) => letter !== same[i])
  return longest(3, most - start, (length) => `…${letters.slice(start, start + length).join('')}…`, fits) || first
}

/** The longest text that fits, by binary search over the lengths, because measuring is expensive; empty if none fits. */
function longest(
  least: number,
  most: number,
  textOf: (length: number) => string,
  fits: (text: string) => boolean,
): string {
  let best = ''
  for (let [low, high] = [least, most]; low <= high;) {
    const middle = (low + high) >> 1
    const text = textOf(middle)
    if (fits(text)) [best, low] = [text, middle + 1]
    else high = middle - 1
  }
  return best
}

/** For each item, the names of its siblings. */
export function siblingsIn({ topology, tree }: GraphModel): (item: number) => Siblings {
  const within = cachedByItem((parent): Siblings => {
    const children = Array.from(tree.child.subarray(at(tree.childStart, parent), at(tree.childStart, parent + 1)))
    const labels = children.map((child) => labelOf(topology, tree, child))
    const names = labels.map(({ name }) => name)
    const lines = labels.map((label) => lineOf(label, names))
    return { parent, names, shared: names.length < 2 ? 0 : sharedOf(names), lines }
  })
  return (item) => (item > 0 ? within(at(tree.parent, item)) : ALONE)
}

/** The text of a card of one line: the kind distinguishes siblings of the same name. */
export const lineOf = ({ name, kind }: Label, names: readonly string[]): string =>
  kind === '' || names.indexOf(name) === names.lastIndexOf(name)
    ? name
    : `${kind.slice(kind.lastIndexOf(' ') + 1)} ${name}`

/** A function of an item whose results are computed once. */
export function cachedByItem<T extends object>(make: (item: number) => T): (item: number) => T {
  const values = new Map<number, T>()
  return (item) => {
    let value = values.get(item)
    if (!value) values.set(item, (value = make(item)))
    return value
  }
}

/** The length of the prefix that all of the names share, up to the end of a word. */
export function sharedOf(names: readonly string[]): number {
  const [first = ''] = names
  let length = first.length
  for (const name of names) {
    let i = 0
    while (i < length && name[i] === first[i]) i++
    length = i
  }
  while (length > 0 && !/[-_./: ]/.test(first[length - 1] ?? '')) length--
  return length
}
