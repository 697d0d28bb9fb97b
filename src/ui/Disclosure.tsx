import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

type Props = { summary: ReactNode; children: ReactNode; open?: boolean }

/** Details that are collapsed at first. */
export const Disclosure = ({ summary, children, open = false }: Props) => (
  <details open={open} className="group min-w-0">
    <DisclosureSummary>{summary}</DisclosureSummary>
    <div className="flex min-w-0 flex-col gap-2 pt-2 pl-5">{children}</div>
  </details>
)

/** The summary line; for a `<details className="group">` that must know when it opens, to fetch its content. */
export const DisclosureSummary = ({ children }: { children: ReactNode }) => (
  <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 rounded-sm pr-1 font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
    <ChevronRight className="size-4 shrink-0 transition-transform in-[details[open]>summary]:rotate-90" aria-hidden />
    {children}
  </summary>
)
