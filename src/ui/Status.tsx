import type { ReactNode } from 'react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Users from 'lucide-react/icons/users'
import WifiOff from 'lucide-react/icons/wifi-off'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from './icon.ts'
import { type Tone, toneClasses } from './tone.ts'

/** The default icon of a tone. */
export const toneIcons = {
  ok: CircleCheck,
  running: LoaderCircle,
  attention: TriangleAlert,
  waiting: Users,
  disconnected: WifiOff,
  danger: CircleX,
  unknown: CircleHelp,
} as const satisfies Record<Tone, IconType>

type Props = {
  tone: Tone
  /** The word. A status is icon and word; colour comes last. */
  children: ReactNode
  Icon?: IconType | undefined
  /** `badge` has a background: for headers, not for columns. */
  look?: 'text' | 'badge'
  className?: string | undefined
}

/** A status: icon and word in its tone. */
export function Status({ tone, children, Icon = toneIcons[tone], look = 'text', className }: Props) {
  const { text, subtle, line } = toneClasses[tone]
  const spins = tone === 'running' && Icon === LoaderCircle
  return (
    <span
      data-tone={tone}
      className={cx(
        // The icon has no part in the baseline: in a sentence the word stands on the line.
        'inline-flex items-baseline gap-1.5 font-medium whitespace-nowrap',
        text,
        // With forced colours its line would be that of a button.
        look === 'badge' && cx('rounded-md border px-2 py-0.5 text-sm forced-colors:border-[Canvas]', subtle, line),
        className,
      )}
    >
      <Icon
        className={cx(
          'size-4 shrink-0 self-center',
          tone === 'waiting' && 'text-signal',
          spins && 'animate-spin [animation-duration:2s]',
        )}
        aria-hidden
      />
      {children}
    </span>
  )
}
