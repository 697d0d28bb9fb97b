import type { View } from '#domain/graphLayout/layout.ts'
import type { Changes } from '#domain/graphLayout/open.ts'
import { enteredSize } from '../viewport.ts'

export type Size = { width: number; height: number }

/** Sizes are rounded to steps of this many pixels: a scroll bar causes no new layout. */
const STEP = 20
const stepped = (size: number): number => Math.max(STEP * 8, Math.floor(size / STEP) * STEP)

/**
 * The view of an item in a pane of about that size. The content of an entered group has less room than the whole picture,
 * and would be too small to read if it were laid out for all of it.
 */
export function viewOf(root: number, pane: Size, { opened, shut }: Changes, isInLine?: boolean): View {
  const { width, height } = root === 0 ? pane : enteredSize(pane)
  return { root, width: stepped(width), height: stepped(height), opened, shut, isInLine }
}

/** What takes room from a picture: the outline beside it, the strip of creates below it, which may come later. */
export type Around = { hasOutline: boolean; hasStrip: boolean }

/** Size of the last picture, valid for the same window size and the same parts around it. */
let lastPicture: { size: Size; window: string } | undefined

const windowNow = ({ hasOutline, hasStrip }: Around): string =>
  [window.innerWidth, window.innerHeight, hasOutline, hasStrip].join(' ')

export function expectSize(size: Size, around: Around): void {
  if (size.width > 0 && size.height > 0) lastPicture = { size, window: windowNow(around) }
}

/** Space taken by the page around the picture: header, tabs, tools and legend. */
const AROUND = { width: 65, height: 260, least: 490 }

/** Width of the outline. */
const OUTLINE = 288

/** Height of the strip with the creates that are not in the state, if they fit in a line. */
const STRIP = 52

/** Width of the details of a selected resource. */
const DETAILS = 352

/**
 * The expected size of the picture. The data may arrive before the page is rendered and is laid out for this size
 * meanwhile; a wrong guess costs another layout (`e2e/graph.spec.ts` counts them).
 */
export function expectedSize(around: Around): Size {
  if (lastPicture?.window === windowNow(around)) return lastPicture.size
  const { hasOutline, hasStrip } = around
  return {
    width: window.innerWidth - AROUND.width - (hasOutline ? OUTLINE : 0),
    height: Math.max(AROUND.least, window.innerHeight - AROUND.height) - (hasStrip ? STRIP : 0),
  }
}

/** What is beside a picture. */
export type Beside = Around & { hasDetails: boolean }

/**
 * The size to lay out for in a pane. It is the same with and without details next to the pane, so that opening them moves
 * nothing, and an address shows the same view either way. It is the expected size if that is about as large, because the
 * worker has laid that out already.
 */
export function asExpected({ width, height }: Size, { hasDetails, ...around }: Beside): Size {
  const size = { width: hasDetails ? width + DETAILS : width, height }
  const guess = expectedSize(around)
  const isNear = Math.abs(guess.width - size.width) < NEAR && Math.abs(guess.height - height) < NEAR
  return isNear ? guess : size
}

/** If the size of a pane differs by less, a layout still fills it. */
const NEAR = 60
