import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { Changes } from '#domain/graphLayout/open.ts'
import { onThemeChange, paletteOf } from '../paint/palette.ts'
import { asExpected, type Beside, expectSize, type Size } from '../worker/expected.ts'

/** The element that shows a picture, with its size. */
export function usePaneSize() {
  const [pane, setPane] = useState<HTMLDivElement | null>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    if (!pane) return
    const measure = () => {
      const [width, height] = [pane.clientWidth, pane.clientHeight]
      setSize((former) => (former?.width === width && former.height === height ? former : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(pane)
    return () => observer.disconnect()
  }, [pane])
  return { setPane, pane, size }
}

/** The element that shows a picture: its size, the size that the picture is laid out for, and the colours in it. */
export function usePane(beside: Beside, changes: Changes) {
  const { setPane, pane, size } = usePaneSize()
  const [theme, setTheme] = useState(0)
  useEffect(() => onThemeChange(() => setTheme((n) => n + 1)), [])
  // oxlint-disable-next-line react/exhaustive-deps -- the theme is in the palette
  const palette = useMemo(() => pane && paletteOf(pane), [pane, theme])
  return { setPane, element: pane, size, layoutSize: useLayoutSize(size, beside, changes), palette }
}

/**
 * The size that is laid out for: the pane when the window got its present size. A details pane that opens moves nothing.
 * When the outline gives way, more groups may fit, unless the user has decided which are open.
 */
export function useLayoutSize(size: Size | undefined, beside: Beside, { opened, shut }: Changes): Size | undefined {
  const [layout, setLayout] = useState<{ pane: Size; size: Size; window: string }>()
  const now = `${window.innerWidth} ${window.innerHeight}`
  const isNew =
    size && (!layout || layout.window !== now || (size.width > layout.pane.width && !opened.size && !shut.size))
  const next = isNew ? { pane: size, size: asExpected(size, beside), window: now } : layout
  if (next !== layout) setLayout(next)
  const { hasOutline, hasStrip } = beside
  useEffect(() => {
    if (layout) expectSize(layout.size, { hasOutline, hasStrip })
  }, [layout]) // oxlint-disable-line react/exhaustive-deps -- what was around it when it was laid out
  return next?.size
}
