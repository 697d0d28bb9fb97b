import type { View } from '#domain/graphLayout/layout.ts'
import type { Changes } from '#domain/graphLayout/open.ts'

export type Size = { width: number; height: number }

/** Sizes of a window are taken in steps: a bar that appears lays nothing out again. */
const STEP = 40
const stepped = (size: number): number => Math.max(STEP * 4, Math.floor(size / STEP) * STEP)

/** The view of an item in a window of about that size. */
export const viewOf = (root: number, { width, height }: Size, { opened, shut }: Changes): View => ({
  root,
  width: stepped(width),
  height: stepped(height),
  opened,
  shut,
})

/** How large the picture was last, as long as the window is as it was then. */
let known: { size: Size; window: string } | undefined

const windowNow = (): string => `${window.innerWidth} ${window.innerHeight}`

export function expectSize(size: Size): void {
  if (size.width > 0 && size.height > 0) known = { size, window: windowNow() }
}

/** What the page has around the picture: header, tabs, tools and legend, the outline, and what is known of a selected resource. */
const AROUND = { width: 353, height: 320, details: 352, least: 490 }

/**
 * How large the picture will be. The data may be there before the page is, and is laid out for this meanwhile: a wrong guess costs
 * another layout (`e2e/graph.spec.ts` counts them).
 */
export function expectedSize(hasDetails = false): Size {
  if (known?.window === windowNow()) return known.size
  return {
    width: window.innerWidth - AROUND.width - (hasDetails ? AROUND.details : 0),
    height: Math.max(AROUND.least, window.innerHeight - AROUND.height),
  }
}

/** What is expected, if the picture has come out about as large: it is laid out already. */
export const asExpected = (size: Size): Size =>
  [expectedSize(), expectedSize(true)].find(
    (guess) => Math.abs(guess.width - size.width) < NEAR && Math.abs(guess.height - size.height) < NEAR,
  ) ?? size

/** A layout for a window that is larger or smaller by this still fills it. */
const NEAR = 60
