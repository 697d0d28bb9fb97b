import { Toast } from '@base-ui/react/toast'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { toneIcons } from './Status.tsx'
import { type Tone, toneClasses } from './tone.ts'

type ToastData = { tone: Tone; action?: ReactNode }

const manager = Toast.createToastManager<ToastData>()

/** Time to read a message. */
const SHOWN_MS = 12_000

type ToastOptions = {
  /** A toast with the same key replaces the former one. */
  id: string
  title: ReactNode
  description?: ReactNode
  tone?: Tone
  /** A link to its subject. */
  action?: ReactNode
  /** Stays until it is closed. */
  stays?: boolean
}

/** Reports something that has finished elsewhere. Never an error that needs a decision. */
export const toast = ({ id, title, description, tone = 'unknown', action, stays = false }: ToastOptions): void =>
  void manager.add({ id, title, description, timeout: stays ? 0 : SHOWN_MS, data: { tone, action } })

/** The region of toasts, once per page. */
export const Toasts = () => (
  <Toast.Provider toastManager={manager} limit={4}>
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 outline-none">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

function List() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((each) => {
    const { tone = 'unknown', action } = each.data ?? {}
    const Icon = toneIcons[tone]
    return (
      <Toast.Root
        key={each.id}
        toast={each}
        className={cx(
          'flex items-start gap-3 rounded-lg border bg-raised p-3 shadow-raised transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0',
          toneClasses[tone].line,
        )}
      >
        <Icon className={cx('mt-0.5 size-4 shrink-0', toneClasses[tone].text)} aria-hidden />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <Toast.Title className="font-semibold wrap-anywhere" />
          <Toast.Description className="text-sm wrap-anywhere text-muted" />
          {action}
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
