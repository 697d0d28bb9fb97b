import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const TYPED_IN = 'input, textarea, select, [contenteditable]'

/**
 * After a navigation the focus goes to the new page's heading, so that readers hear where they are; not at the first
 * load, not for a change of the query alone, and not out of a field that someone types in.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    const active = document.activeElement
    if (active?.matches(TYPED_IN) && main.current?.contains(active)) return
    const heading = main.current?.querySelector('h1')
    if (!heading) return main.current?.focus({ preventScroll: true })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, main])
}
