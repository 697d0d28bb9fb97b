import type { ReactNode } from 'react'
import { Link, NavLink, useMatches } from 'react-router'
import { paths } from '#src/lib/paths.ts'
import { Mark } from '#src/ui/Mark.tsx'
import { PagesMenu, ToolsMenu } from './menus/menus.tsx'
import { mainPages } from './navigation.ts'
import { handleOf } from './routeHandle.ts'
import { UntrackedLink } from './UntrackedLink.tsx'

/** The bar at the top of every page: the product, the main pages, and `children` on the right. */
export const Header = ({ children }: { children: ReactNode }) => (
  <header className="sticky top-0 z-20 border-b border-line bg-surface">
    <div className="flex h-12 items-center gap-2 px-3 sm:px-4 lg:gap-5 lg:px-6">
      <div className="md:hidden">
        <PagesMenu />
      </div>
      <Home />
      <nav aria-label="Main" className="hidden md:block">
        <ul className="flex items-center gap-0.5">
          {mainPages.map(({ to, label, end }) => (
            <li key={to}>
              <MainLink to={to} label={label} end={end} />
            </li>
          ))}
          <UntrackedLink />
          <li>
            <ToolsMenu />
          </li>
        </ul>
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">{children}</div>
    </div>
  </header>
)

/** A link to a main page; the pages of organizations and stacks are parts of *Stacks*. */
function MainLink({ to, label, end }: Pick<(typeof mainPages)[number], 'to' | 'label' | 'end'>) {
  const { partOf } = handleOf(useMatches())
  const isPartOf = to === paths.stacks() && (partOf === 'stacks' || partOf === 'stack' || partOf === 'updates')
  const look = 'nav-link px-2 lg:px-2.5'
  return isPartOf ? (
    <Link to={to} aria-current="true" className={look}>
      {label}
    </Link>
  ) : (
    <NavLink to={to} end={end} className={look}>
      {label}
    </NavLink>
  )
}

/** The mark and the name; a link to Home. */
export const Home = () => (
  <Link
    to={paths.home()}
    aria-label="Holdfast, home"
    className="touch-target -mx-1 flex h-8 items-center gap-2 rounded-md px-1 font-semibold text-ink"
  >
    <Mark className="size-5 shrink-0" />
    <span className="max-[25rem]:hidden">Holdfast</span>
  </Link>
)
