import OctagonAlert from 'lucide-react/icons/octagon-alert'
import type { ReactNode } from 'react'

/** What must not be done yet, in red, with its sign. */
export const Ban = ({ children }: { children: ReactNode }) => (
  <p className="flex max-w-3xl items-start gap-2 font-semibold text-danger">
    <OctagonAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)
