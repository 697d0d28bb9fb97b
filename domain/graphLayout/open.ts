import { at } from './columns.ts'
import { isGroup, type Tree } from './tree.ts'

export const childCount = (tree: Tree, item: number): number =>
  at(tree.childStart, item + 1) - at(tree.childStart, item)

/** The user's changes to what is open, as keys of items (`tree.key`). */
export type Changes = { opened: ReadonlySet<number>; shut: ReadonlySet<number> }

/** The changes that open every group. */
export function allOpen(tree: Tree): Changes {
  const opened = new Set<number>()
  tree.key.forEach((key, item) => {
    if (item > 0 && isGroup(tree, item)) opened.add(key)
  })
  return { opened, shut: new Set() }
}

/** The changes with one group opened or closed. */
export function toggled({ opened, shut }: Changes, key: number, isOpen: boolean): Changes {
  const without = (keys: ReadonlySet<number>) => new Set([...keys].filter((other) => other !== key))
  if (isOpen) return { opened: without(opened), shut: opened.has(key) ? shut : new Set([...shut, key]) }
  return { opened: shut.has(key) ? opened : new Set([...opened, key]), shut: without(shut) }
}
