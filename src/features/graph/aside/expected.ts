import type { View } from '#domain/graphLayout/layout.ts'
import type { Changes } from '#domain/graphLayout/open.ts'

export type Size = { width: number; height: number }

/** Sizes of a window are taken in steps: a bar that appears lays nothing out anew. */
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

/** How large the picture will be, as long as the window is as it was when that was told. */
let expected: { size: Size; window: string } | undefined

const windowNow = (): string => `${window.innerWidth} ${window.innerHeight}`

export function expectSize(size: Size): void {
  if (size.width > 0 && size.height > 0) expected = { size, window: windowNow() }
}

export const expectedSize = (): Size | undefined => (expected?.window === windowNow() ? expected.size : undefined)

/** What is expected, if the picture has come out about as large: it is laid out already. */
export function asExpected(size: Size): Size {
  const guess = expectedSize()
  const isNear = guess && Math.abs(guess.width - size.width) < NEAR && Math.abs(guess.height - size.height) < NEAR
  return isNear ? guess : size
}

/** A layout for a window that is larger or smaller by this still fills it. */
const NEAR = 60
