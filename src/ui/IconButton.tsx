import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from './icon.ts'
import { Tooltip } from './Tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'disabled'> & {
  label: string
  Icon: IconType
}

/** A button with only an icon; its name is in a tooltip and for screen readers. */
export const IconButton = ({ label, Icon, className, ...rest }: Props) => (
  <Tooltip text={label}>
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <Icon className="size-4" aria-hidden />
    </button>
  </Tooltip>
)
