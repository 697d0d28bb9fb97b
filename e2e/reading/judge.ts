import type { Page } from '@playwright/test'
import { shownDependents } from '#testing/states/shownDependents.ts'
import type { Rect } from './painted.ts'

/** The dependencies between the boxes of a picture, from its state. */
export async function truthOf(page: Page, graph: Parameters<typeof shownDependents>[0]) {
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('[data-testid^="rf__node-"]')].map((node) => {
      const { x, y } = node.getBoundingClientRect()
      return { item: Number(node.getAttribute('data-id')), x, y }
    }),
  )
  const { dependents, isIn } = shownDependents(graph, new Set(shown.map(({ item }) => item)))
  return {
    /** The item of the box with this corner, -1 for none. */
    itemAt: ({ x, y }: Rect) => shown.find((box) => box.item > 0 && Math.hypot(box.x - x, box.y - y) < 3)?.item ?? -1,
    dependents,
    /**
     * Whether boxes that were found are those that depend on a hub: each is one, or an open group with some in it, and none
     * is missing.
     */
    areDependents: (found: readonly number[], hub: number): boolean =>
      found.every((group) => dependents(hub).some((item) => isIn(item, group))) &&
      dependents(hub).every((item) => found.some((group) => isIn(item, group))),
    /** Whether an item depends on what depends on it: nearly all groups of a mesh do, and it has no lines. */
    isInCircle(item: number): boolean {
      const seen = new Set<number>()
      const open = [item]
      for (let next = open.pop(); next !== undefined; next = open.pop())
        for (const user of dependents(next)) {
          if (user === item) return true
          if (!seen.has(user)) open.push(user)
          seen.add(user)
        }
      return false
    },
  }
}
