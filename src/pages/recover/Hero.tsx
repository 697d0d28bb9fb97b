import type { ReactNode } from 'react'
import type { Icon } from '#src/ui/icon.ts'
import { Ban } from '#src/ui/Ban.tsx'
import { toneIcons } from '#src/ui/Status.tsx'
import { type Tone, toneClasses } from '#src/ui/tone.ts'
import { cx } from '#src/lib/cx.ts'

type Props = {
  tone: Tone
  /** Instead of the icon of the tone. */
  Icon?: Icon | undefined
  title: ReactNode
  text?: ReactNode
  /** What to do first, and what not to do yet. */
  warnings?: readonly ReactNode[]
  /** Why the user cannot do it, and whom to ask. */
  note?: ReactNode
  /** The main action. */
  action?: ReactNode
  /** In its place: what to do in order, if the main action is not the first. */
  steps?: ReactNode
  /** The resources concerned. */
  children?: ReactNode
}

/** What happened, what not to do yet, the resources concerned, and the main action. */
export function Hero({
  tone,
  Icon = toneIcons[tone],
  title,
  text,
  warnings = [],
  note,
  action,
  steps,
  children,
}: Props) {
  const { text: ink, subtle, line } = toneClasses[tone]
  return (
    <section aria-labelledby="recover" className={cx('overflow-clip rounded-lg border bg-surface', line)}>
      <div className={cx('flex flex-wrap items-start justify-between gap-x-8 gap-y-3 px-4 py-4', subtle)}>
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
          <h2
            id="recover"
            data-page-focus
            tabIndex={-1}
            className={cx('flex items-start gap-2 text-xl font-semibold', ink)}
          >
            <Icon className="mt-1 size-5 shrink-0" aria-hidden />
            <span className="min-w-0 text-balance wrap-anywhere">{title}</span>
          </h2>
          {warnings.map((warning, index) => (
            <Ban key={index}>{warning}</Ban>
          ))}
          {text !== undefined && <p className="max-w-3xl">{text}</p>}
          {note !== undefined && <p className="font-medium">{note}</p>}
          {steps !== undefined && <div className="pt-1.5">{steps}</div>}
        </div>
        {action !== undefined && <div className="flex flex-wrap gap-2 empty:hidden">{action}</div>}
      </div>
      {children}
    </section>
  )
}
