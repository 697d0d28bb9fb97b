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
  return {
    /** The item of the box with this corner, -1 for none. */
    itemAt: ({ x, y }: Rect) => shown.find((box) => box.item > 0 && Math.hypot(box.x - x, box.y - y) < 3)?.item ?? -1,
    dependents: shownDependents(graph, new Set(shown.map(({ item }) => item))),
  }
}
