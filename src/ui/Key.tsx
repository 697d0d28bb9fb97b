import type { ReactNode } from 'react'

/** A key of the keyboard, by its label. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex min-w-5 items-center justify-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-xs leading-5 text-ink">
    {children}
  </kbd>
)
