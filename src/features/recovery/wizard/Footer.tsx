import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = {
  /**
   * At the bottom of the window, however long the step is, if the step asks something; a step that is only read ends
   * with it.
   */
  stays?: boolean
  children: ReactNode
}

/** The buttons *Back* and *Next*. */
export const Footer = ({ stays = true, children }: Props) => (
  <div
    className={cx(
      '-mx-1 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-canvas px-1 py-2',
      // On a phone a sentence above two buttons has a line of its own, so that they stay together; beside one, it shares the line.
      'max-sm:[&>button]:grow max-sm:[&:has(>button~button)>p]:basis-full max-sm:[&>p]:basis-40 max-sm:[&>p]:grow',
      stays && 'sticky bottom-0 z-10',
    )}
  >
    {children}
  </div>
)
