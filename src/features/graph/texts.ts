import { at } from '#domain/graphLayout/columns.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import type { GraphModel } from './model.ts'

/** Width of a text in the given font, in pixels; each text is measured once. */
export type Measure = (text: string, px: number, isBold: boolean) => number

const BASE = 20

export function measureBy(context: CanvasRenderingContext2D, family: string): Measure {
  const known = new Map<string, number>()
  return (text, px, isBold) => {
    const key = isBold ? `b${text}` : text
    let width = known.get(key)
    if (width === undefined) {
      context.font = `${isBold ? '600 ' : ''}${BASE}px ${family}`
      width = context.measureText(text).width
      known.set(key, width)
    }
    return (width * px) / BASE
  }
}

/**
 * Shortens a name to a width. The part shared with its siblings goes first, so that the distinguishing part stays; then
 * the middle. Empty if fewer than three letters would be left.
 */
export function fitName(name: string, shared: number, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name
  const letters = Array.from(name)
  const cut = (head: number, tail: number) =>
    `${letters.slice(0, head).join('')}…${letters.slice(letters.length - tail).join('')}`
  const fits = (text: string) => widthOf(text) <= room
  const own = Array.from(name.slice(shared)).length
  // As much of the end as distinguishes it, and of the beginning as there is room for.
  const distinct = shared > 2 ? longest(0, letters.length - own - 1, (head) => cut(head, own), fits) : ''
  if (distinct !== '') return distinct
  const headOf = (kept: number) => Math.floor(kept * 0.45)
  return longest(3, letters.length - 1, (kept) => cut(headOf(kept), kept - headOf(kept)), fits)
}

/** The longest of texts that fits, by their lengths; empty if none does. Measuring is what costs. */
function longest(
  least: number,
  most: number,
  textOf: (length: number) => string,
  fits: (text: string) => boolean,
): string {
  let found = ''
  for (let [low, high] = [least, most]; low <= high;) {
    const middle = (low + high) >> 1
    const text = textOf(middle)
    if (fits(text)) [found, low] = [text, middle + 1]
    else high = middle - 1
  }
  return found
}

/** For each item, the length of the prefix that all its siblings share, up to the end of a word. */
export function sharedBeginnings({ topology, tree }: GraphModel): (item: number) => number {
  const known = new Map<number, number>()
  return (item) => {
    const parent = at(tree.parent, item)
    if (parent < 0) return 0
    let shared = known.get(parent)
    if (shared === undefined) {
      const siblings = Array.from(tree.child.subarray(at(tree.childStart, parent), at(tree.childStart, parent + 1)))
      const names = siblings.map((sibling) => labelOf(topology, tree, sibling).name)
      shared = names.length < 2 ? 0 : sharedOf(names)
      known.set(parent, shared)
    }
    return shared
  }
}

function sharedOf(names: readonly string[]): number {
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
