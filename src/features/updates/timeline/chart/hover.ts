import { type PointerEvent, useRef, useState } from 'react'
import type { Span } from '../view.ts'

/** What the pointer is over: an instant of the run, and a step if it is on its bar. */
export type Hover = {
  /** Milliseconds since the start of the run. */
  at: number
  step: number | undefined
  /** The place of the pointer in the window. */
  x: number
  y: number
}

/** The instant and the step under the pointer. `axis` goes to an element as wide as the bars. */
export function useHover({ from, to }: Span) {
  const axis = useRef<HTMLSpanElement>(null)
  const [hover, setHover] = useState<Hover>()
  const onPointerMove = ({ clientX: x, clientY: y, target, pointerType }: PointerEvent) => {
    const { left = 0, width = 0 } = axis.current?.getBoundingClientRect() ?? {}
    const share = (x - left) / Math.max(1, width)
    if (share < 0 || share > 1) return setHover(undefined)
    // A finger is over a bar only while it selects it: its details are about to appear.
    const bar = pointerType !== 'touch' && target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
    const step = bar === null ? undefined : Number(bar.dataset['step'])
    return setHover({ at: from + share * (to - from), step, x, y })
  }
  return { hover, axis, onPointerMove, onPointerLeave: () => setHover(undefined) }
}
