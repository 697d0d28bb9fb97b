import { cx } from '#src/lib/cx.ts'

export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'plain'
export type ButtonSize = 'md' | 'sm'

/** With forced colours links have their own colour, and would seem to be more important than buttons. */
const LIKE_BUTTON = 'forced-colors:text-[ButtonText]'

const looks = {
  primary:
    'solid-ground border-accent-solid bg-accent-solid text-on-accent hover:border-accent-solid-hover hover:bg-accent-solid-hover',
  quiet: `border-line-strong bg-surface text-ink hover:bg-hover ${LIKE_BUTTON}`,
  danger:
    'solid-ground border-danger-solid bg-danger-solid text-on-danger hover:border-danger-solid-hover hover:bg-danger-solid-hover',
  plain: `border-transparent bg-transparent text-ink hover:bg-hover ${LIKE_BUTTON}`,
} as const satisfies Record<ButtonLook, string>

/** An unavailable button stays readable, because it has a reason to show. */
const BLOCKED = 'cursor-not-allowed border-line bg-line/50 text-muted'

const sizes = { md: 'h-8 px-3 text-base', sm: 'h-7 px-2 text-sm' } as const satisfies Record<ButtonSize, string>

/** The classes that buttons and button-like links share. */
export const buttonClasses = (look: ButtonLook, size: ButtonSize, isBlocked: boolean, className?: string): string =>
  cx(
    'touch-target inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap no-underline transition-colors [&_svg]:size-4 [&_svg]:shrink-0',
    sizes[size],
    isBlocked ? BLOCKED : looks[look],
    className,
  )
