import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { untrackedQueries } from '#src/api/untracked.ts'
import { paths } from '#src/lib/paths.ts'
import { number } from '#words/counts.ts'

/** A link with the number of open untracked resources, next to the main pages; on small screens it is in the menu. */
export function UntrackedLink() {
  const { data } = useQuery({ ...untrackedQueries.count(), throwOnError: false })
  if (!data || data.open === 0) return null
  const count = number(data.open)
  return (
    <li className="hidden lg:block">
      <NavLink to={paths.untracked()} className="nav-link gap-1.5 px-2.5">
        Untracked{' '}
        <span className="rounded-full bg-danger-subtle px-1.5 text-xs font-medium text-danger">
          {count} <span className="sr-only">open</span>
        </span>
      </NavLink>
    </li>
  )
}
