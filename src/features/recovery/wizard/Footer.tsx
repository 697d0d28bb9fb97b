import type { ReactNode } from 'react'

/** Back and on, at the foot of the window however long the step is. */
export const Footer = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-canvas px-1 py-2">
    {children}
  </div>
)
