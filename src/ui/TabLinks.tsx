import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'

export type TabLink = {
  to: string
  label: ReactNode
  count?: number | undefined
  /** Only this exact address counts as current: for the index tab. */
  end?: boolean | undefined
}

/** Tabs that are links: each has an address, a reload brings it back. */
export function TabLinks({ items, label = 'Sections' }: { items: readonly TabLink[]; label?: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a narrow screen the tabs scroll: the one that is shown must be in sight.
    const current = nav.current?.querySelector('[aria-current]')?.closest('li')
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className="relative -mx-1 overflow-x-auto">
      <ul className="flex min-w-max gap-1 border-b border-line px-1 pt-1">
        {items.map(({ to, label: text, count, end = false }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={end}
              className={({ isActive }) =>
                cx(
                  '-mb-px flex h-9 items-center gap-1.5 rounded-t-md border-b-2 px-2.5 font-medium whitespace-nowrap -outline-offset-2 transition-colors',
                  isActive
                    ? 'border-accent text-ink' // in the weight of the others: a wider word would move them
                    : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
                )
              }
            >
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-unknown-subtle px-1.5 text-xs font-medium text-muted">
                  {number(count)}
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
