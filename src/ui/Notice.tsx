import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from './icon.ts'
import { toneIcons } from './Status.tsx'
import { type Tone, toneClasses } from './tone.ts'

type Props = {
  tone: Tone
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** What follows the actions: a list that would push them down. */
  below?: ReactNode
  Icon?: IconType | undefined
  /** `alert` interrupts screen readers, `status` waits for a pause, `none` is part of the page from the start. */
  announce?: 'alert' | 'status' | 'none'
  className?: string | undefined
}

/** A message in its place. One that appears later announces itself. */
export function Notice({ tone, title, children, actions, below, Icon = toneIcons[tone], announce, className }: Props) {
  const { text, subtle, line } = toneClasses[tone]
  const role = announce ?? (tone === 'danger' ? 'alert' : 'status')
  return (
    <div
      role={role === 'none' ? 'note' : role}
      className={cx('flex min-w-0 items-start gap-3 rounded-lg border px-4 py-3', subtle, line, className)}
    >
      <Icon className={cx('mt-0.5 size-4 shrink-0', text)} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <p className={cx('font-semibold wrap-anywhere', text)}>{title}</p>
          {children !== undefined && <div className="wrap-anywhere text-ink">{children}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        {below !== undefined && <div className="wrap-anywhere text-ink">{below}</div>}
      </div>
    </div>
  )
}
