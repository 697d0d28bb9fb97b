import type { ReactNode } from 'react'
import { type Breadcrumb, Breadcrumbs } from './Breadcrumbs.tsx'

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
    {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <PageTitle>{title}</PageTitle>
        {status}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {meta !== undefined && <div className="flex flex-wrap items-start gap-x-4 gap-y-1 text-sm text-muted">{meta}</div>}
  </header>
)

export const PageTitle = ({ children }: { children: ReactNode }) => (
  <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold wrap-anywhere text-ink">
    {children}
  </h1>
)
