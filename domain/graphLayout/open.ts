import { at } from './columns.ts'
import { isGroup, type Tree } from './tree.ts'

/** Cards that a first view may show; more cannot be read at once. */
export const CARD_BUDGET = 150

/**
 * The groups that are open at first: the largest visible group is opened as long as the cards stay within the budget.
 * Depends on the tree alone, so everybody who follows a link sees the same picture.
 */
export function openByBudget(tree: Tree, budget = CARD_BUDGET): Uint8Array {
  const isOpen = new Uint8Array(tree.size)
  const closed: number[] = []
  let cards = 1
  const open = (item: number) => {
    isOpen[item] = 1
    cards += childCount(tree, item) - 1
    for (let c = at(tree.childStart, item); c < at(tree.childStart, item + 1); c++) {
      if (isGroup(tree, at(tree.child, c))) closed.push(at(tree.child, c))
    }
  }
  open(0)
  for (;;) {
    let best = -1
    for (let i = 0; i < closed.length; i++) {
      const item = closed[i] ?? 0
      if (cards + childCount(tree, item) - 1 > budget) continue
      if (best < 0 || at(tree.inside, item) > at(tree.inside, closed[best] ?? 0)) best = i
    }
    const [item] = best < 0 ? [] : closed.splice(best, 1)
    if (item === undefined) return isOpen
    open(item)
  }
}

export const childCount = (tree: Tree, item: number): number =>
  at(tree.childStart, item + 1) - at(tree.childStart, item)

/** What a person changed about the first view, as keys of items (`tree.key`). */
export type Changes = { opened: ReadonlySet<number>; shut: ReadonlySet<number> }

/** The first view with a person's changes, and with everything open that leads to `reveal` (an item, or -1). */
export function openGroups(tree: Tree, first: Uint8Array, { opened, shut }: Changes, reveal = -1): Uint8Array {
  const isOpen = first.slice()
  for (let item = reveal < 0 ? -1 : at(tree.parent, reveal); item >= 0; item = at(tree.parent, item)) isOpen[item] = 1
  for (let item = 1; item < tree.size; item++) {
    if (opened.has(at(tree.key, item)) && isGroup(tree, item)) isOpen[item] = 1
    if (shut.has(at(tree.key, item))) isOpen[item] = 0
  }
  return isOpen
}

/** The changes that lead from the first view to `isOpen`: what belongs in the address. */
export function changesOf(tree: Tree, first: Uint8Array, isOpen: Uint8Array): Changes {
  const opened = new Set<number>()
  const shut = new Set<number>()
  for (let item = 1; item < tree.size; item++) {
    if (isOpen[item] === first[item]) continue
    ;(isOpen[item] ? opened : shut).add(at(tree.key, item))
  }
  return { opened, shut }
}
