import { at } from '#domain/graphLayout/columns.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import type { GraphModel } from './model.ts'

/** Measures a text of the given font, in pixels; the same text is measured once. */
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
 * A name in so much room. What it shares with its siblings goes first, so that what tells it from them stays; then its middle.
 * Empty if less than three letters would be left.
 */
export function fitName(name: string, shared: number, room: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= room) return name
  const letters = Array.from(name)
  const own = Array.from(name.slice(shared)).length
  // As much of the end as distinguishes it, and of the beginning as there is room for.
  if (shared > 2) {
    for (let head = letters.length - own - 1; head >= 0; head--) {
      const text = `${letters.slice(0, head).join('')}…${letters.slice(letters.length - own).join('')}`
      if (widthOf(text) <= room) return text
    }
  }
  for (let kept = letters.length - 1; kept >= 3; kept--) {
    const head = Math.floor(kept * 0.45)
    const text = `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (kept - head)).join('')}`
    if (widthOf(text) <= room) return text
  }
  return ''
}

/** By item: how many letters its name begins with that all its siblings begin with as well, up to the end of a word. */
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
