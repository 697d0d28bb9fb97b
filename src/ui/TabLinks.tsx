import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useStable } from '#src/lib/useStable.ts'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'

export type TabLink = {
  to: string
  label: ReactNode
  count?: number | undefined
  /** Only the exact address is current: for the index tab. */
  end?: boolean | undefined
  /** For tabs that differ in the query of one address: whether this one is current. */
  current?: boolean | undefined
}

/** Tabs as links: each has an address, so a reload keeps it. */
export function TabLinks({ items, label = 'Sections' }: { items: readonly TabLink[]; label?: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const bar = nav.current
    if (!bar) return undefined
    // On a narrow screen the tabs scroll: the current one must be visible, also in a window that became narrower.
    const observer = new ResizeObserver(() => {
      const current = bar.querySelector('[aria-current]')?.closest('li')
      if (current) scrollTo(bar, current)
    })
    observer.observe(bar)
    return () => observer.disconnect()
  }, [pathname, search])
  const { fades, measure } = useFades(nav)
  return (
    <nav
      ref={nav}
      aria-label={label}
      onScroll={measure}
      className={cx('relative overflow-x-auto forced-colors:mask-none', fades)}
    >
      <ul className="flex min-w-max gap-0.5 border-b border-line py-1">
        {items.map(({ to, label: text, count, end = false, current }) => {
          const content = (
            <>
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-unknown-subtle px-1.5 text-xs font-medium text-muted">
                  {number(count)}
                </span>
              )}
            </>
          )
          return (
            <li key={to}>
              {current === undefined ? (
                <NavLink to={to} end={end} className={TAB}>
                  {content}
                </NavLink>
              ) : (
                <Link to={to} preventScrollReset aria-current={current ? 'page' : undefined} className={TAB}>
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Scrolls a bar of tabs until one of them is in its middle, as far as it scrolls. */
export function scrollTo(bar: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): void {
  bar.scrollLeft = offsetLeft - (bar.clientWidth - offsetWidth) / 2
}

/** How the bar shows that it scrolls: it fades where tabs are hidden. */
function useFades(bar: RefObject<HTMLElement | null>) {
  const [fades, setFades] = useState('')
  const measure = (): void => {
    if (bar.current) setFades(fadesOf(bar.current))
  }
  const measured = useStable(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measured)
    for (const element of [bar.current, bar.current?.firstElementChild]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [bar, measured])
  return { fades, measure }
}

/** The classes by which a bar of tabs fades where it is cut. */
export function fadesOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const hasBefore = scrollLeft > 1
  const hasAfter = scrollLeft + clientWidth < scrollWidth - 1
  return cx(hasBefore && 'mask-l-from-[calc(100%-2.5rem)]', hasAfter && 'mask-r-from-[calc(100%-2.5rem)]')
}

/** As in the main navigation: the rule below is not the tabs’ own, a stack's lease is drawn on it. */
export const TAB = 'nav-link gap-1.5 px-2.5 -outline-offset-2'
