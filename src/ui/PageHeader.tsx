import type { ReactNode } from 'react'
import { Link } from 'react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'

/** `beside` follows the link: a switcher. */
export type Breadcrumb = { to: string; label: ReactNode; beside?: ReactNode }

type Props = {
  title: ReactNode
  breadcrumbs?: readonly Breadcrumb[]
  /** Next to the title: a status. */
  status?: ReactNode
  actions?: ReactNode
  /** Below the title: secondary facts. */
  meta?: ReactNode
}

/** The head of a page. Its h1 takes the focus after a navigation. */
export const PageHeader = ({ title, breadcrumbs = [], status, actions, meta }: Props) => (
  <header className="flex flex-col gap-1">
    {breadcrumbs.length > 0 && (
      <nav aria-label="Breadcrumb">
        <ol className="flex flex-wrap items-center text-sm text-muted">
          {breadcrumbs.map(({ to, label, beside }) => (
            <li key={to} className="flex items-center">
              <Link to={to} className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline">
                {label}
              </Link>
              {beside}
              <ChevronRight className="mx-1 size-3.5 text-faint" aria-hidden />
            </li>
          ))}
        </ol>
      </nav>
    )}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold wrap-anywhere text-ink">
          {title}
        </h1>
        {status}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {meta !== undefined && <div className="flex flex-wrap items-start gap-x-4 gap-y-1 text-sm text-muted">{meta}</div>}
  </header>
)
