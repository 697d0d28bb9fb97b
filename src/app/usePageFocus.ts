import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const TYPED_IN = 'input, textarea, select, [contenteditable]'

/**
 * After a navigation, moves the focus to the new page's heading, so that screen readers announce it: the `h1`, or the
 * statement with which a page below tabs begins (`data-page-focus`), so that the keyboard is next to its
 * action. Not at the first load, not when only the query changes, and not out of a field that has the focus.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    const active = document.activeElement
    if (active?.matches(TYPED_IN) && main.current?.contains(active)) return
    const heading = main.current?.querySelector<HTMLElement>('[data-page-focus]') ?? main.current?.querySelector('h1')
    if (!heading) return main.current?.focus({ preventScroll: true })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname, main])
}
