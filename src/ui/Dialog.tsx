import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import X from 'lucide-react/icons/x'
import { cx } from '#src/lib/cx.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the confirming one last. */
  actions?: ReactNode
  size?: 'md' | 'lg' | 'xl'
  /** The element that takes the focus; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A click outside does not close it: for input that took work. */
  sticky?: boolean
}

const widths = { md: 'max-w-lg', lg: 'max-w-3xl', xl: 'max-w-6xl' } as const

/** A modal dialog: the focus stays in it, Escape closes it, and the focus returns afterwards. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  size = 'md',
  initialFocus,
  sticky = false,
}: Props) => (
  <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)} disablePointerDismissal={sticky}>
    <Base.Portal>
      <Base.Backdrop
        data-scrim
        className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
      />
      <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto p-3 sm:p-6 sm:pt-[12vh]">
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className={cx(
            // On a phone, or with large text, all of it scrolls: head and buttons would leave no room.
            'relative flex w-full flex-col rounded-lg sm:max-h-[calc(88dvh-1.5rem)] bg-raised text-ink shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[size],
          )}
        >
          <header className="pt-3 pr-12 pl-4">
            <Base.Title className="text-xl font-semibold wrap-anywhere">{title}</Base.Title>
            {description !== undefined && <Base.Description className="text-muted">{description}</Base.Description>}
          </header>
          <div className="min-h-0 px-4 py-3 sm:overflow-y-auto">{children}</div>
          {actions !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {actions}
            </footer>
          )}
          {/* Last, so that the first focus goes to the content of the dialog. */}
          <Base.Close
            aria-label="Close"
            className="absolute top-2.5 right-2.5 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <X className="size-4" aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
)
