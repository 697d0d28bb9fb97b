import { at } from './columns.ts'
import { childCount } from './open.ts'
import { isGroup, type Tree } from './tree.ts'

/** What a layout has to be like for groups to be open by themselves. */
export type Bounds = {
  /** Minimum scale of labels when the whole layout fits the window. */
  legible: number
  /** Maximum number of lines that have to be told apart. */
  lines: number
  /** Whether all proportions are tried before it is given up. */
  isThorough?: boolean
}

/** Whether the layout with these groups open is within the bounds. */
export type Fits = (isOpen: Uint8Array, bounds: Bounds) => boolean

/** Bounds of open groups beside closed ones. */
const SOME: Bounds = { legible: 0.7, lines: 90 }
/** Up to so many resources are shown all at once: names have the same height at this scale, but less width. */
const FEW = 80
const FEW_OPEN: Bounds = { legible: 0.58, lines: 140, isThorough: true }
/** A group with more than this share of all resources is opened before any other. */
const DOMINANT = 0.5
/** Maximum number of groups of one resource that are opened by themselves: their frames would be most of the picture. */
const MAX_SINGLE = 12

/** The groups within an item that are open at first: as many as stay legible together. */
export function firstOpening(tree: Tree, root: number, fits: Fits): Uint8Array {
  const isOpen = new Uint8Array(tree.size)
  isOpen[root] = 1
  const areFew = at(tree.inside, root) <= FEW
  if (areFew && openAll(tree, root, isOpen, fits)) return isOpen
  openLargest(tree, root, isOpen, fits)
  openLevels(tree, root, isOpen, (trial) => fits(trial, areFew ? { ...FEW_OPEN, isThorough: false } : SOME))
  return isOpen
}

/** Opens everything, or everything but groups of one resource; returns whether that fits. */
function openAll(tree: Tree, root: number, isOpen: Uint8Array, fits: Fits): boolean {
  const groups: number[] = []
  for (let item = root + 1; item < at(tree.end, root); item++) if (isGroup(tree, item)) groups.push(item)
  const several = groups.filter((item) => at(tree.inside, item) > 1)
  for (const opened of groups.length > several.length ? [groups, several] : [groups]) {
    const trial = isOpen.slice()
    for (const item of opened) trial[item] = 1
    if (!fits(trial, FEW_OPEN)) continue
    isOpen.set(trial)
    return true
  }
  return false
}

/** Opens the groups with most of the resources, within each other: closed, they would show little. */
function openLargest(tree: Tree, root: number, isOpen: Uint8Array, fits: Fits): void {
  const half = at(tree.inside, root) * DOMINANT
  for (let item = root; ;) {
    let largest = -1
    for (const child of childrenOf(tree, item))
      if (largest < 0 || at(tree.inside, child) > at(tree.inside, largest)) largest = child
    if (largest < 0 || at(tree.inside, largest) < half) return
    isOpen[largest] = 1
    if (!fits(isOpen, { ...SOME, isThorough: true })) {
      isOpen[largest] = 0
      return
    }
    item = largest
  }
}

/**
 * Opens level by level, small groups first, and of each level at least two thirds or none, so that siblings look alike;
 * those of one resource last, all or none, because their summaries say almost as much.
 */
function openLevels(tree: Tree, root: number, isOpen: Uint8Array, fits: (trial: Uint8Array) => boolean): void {
  const openMost = (closed: readonly number[], least: number) => {
    for (let count = closed.length; count >= least && count > 0; count -= Math.max(1, closed.length >> 2)) {
      const trial = isOpen.slice()
      for (const item of closed.slice(0, count)) trial[item] = 1
      if (!fits(trial)) continue
      isOpen.set(trial)
      return
    }
  }
  for (let level = [root]; level.length > 0;) {
    level = level
      .filter((item) => isOpen[item])
      .flatMap((item) => Array.from(childrenOf(tree, item)))
      .filter((item) => isGroup(tree, item))
    const closed = level
      .filter((item) => !isOpen[item] && !isSliced(tree, item))
      .sort((a, b) => childCount(tree, a) - childCount(tree, b) || a - b)
    const several = closed.filter((item) => at(tree.inside, item) > 1)
    openMost(several, Math.ceil((several.length * 2) / 3))
    const single = closed.filter((item) => at(tree.inside, item) === 1)
    if (single.length <= MAX_SINGLE) openMost(single, single.length)
  }
}

const childrenOf = (tree: Tree, item: number): Int32Array =>
  tree.child.subarray(at(tree.childStart, item), at(tree.childStart, item + 1))

/** Whether a group contains slices of a list, which say no more than the group itself. */
const isSliced = (tree: Tree, item: number): boolean => tree.slices.has(at(tree.child, at(tree.childStart, item)))
