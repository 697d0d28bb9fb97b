import { type Key, type RefObject, useLayoutEffect, useRef } from 'react'

/** In a longer list a row would come from outside the window. */
const MOST = 60
const SLIDE = { duration: 160, easing: 'ease-out' } as const

/**
 * The ref of a list whose children slide to their new places when nothing but their order changes, so that the eye can
 * follow them; not with reduced motion. `keys` are those of the children.
 */
export function useSlides<List extends HTMLElement>(keys: readonly Key[]): RefObject<List | null> {
  const list = useRef<List>(null)
  const former = useRef<ReadonlyMap<Key, number>>(undefined)
  useLayoutEffect(() => {
    const before = former.current
    former.current = undefined
    if (keys.length > MOST || list.current?.children.length !== keys.length) return
    const rows = [...list.current.children] as HTMLElement[]
    const places = new Map(rows.map((row, index) => [keys[index] ?? index, row.offsetTop]))
    former.current = places
    if (before === undefined || !isReordered([...before.keys()], [...places.keys()])) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [index, [key, top]] of [...places].entries()) {
      const distance = (before.get(key) ?? top) - top
      if (distance !== 0)
        rows[index]?.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], SLIDE)
    }
  })
  return list
}

/** The same keys in another order. */
const isReordered = (before: readonly Key[], now: readonly Key[]): boolean =>
  before.length === now.length && before.join('\n') !== now.join('\n') && now.every((key) => before.includes(key))
