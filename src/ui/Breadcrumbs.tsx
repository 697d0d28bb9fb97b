import type { ReactNode } from 'react'
import { Link } from 'react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'

/** `beside` follows the link: a switcher. */
export type Breadcrumb = { to: string; label: ReactNode; beside?: ReactNode }

/** The places above a page, with a mark between two of them. */
export const Breadcrumbs = ({ items }: { items: readonly Breadcrumb[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-sm text-muted">
      {items.map(({ to, label, beside }, index) => (
        <li key={to} className="flex items-center">
          {index > 0 && <ChevronRight className="mx-1 size-3.5 text-faint" aria-hidden />}
          <Link to={to} className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline">
            {label}
          </Link>
          {beside}
        </li>
      ))}
    </ol>
  </nav>
)
