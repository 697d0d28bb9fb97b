import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import X from 'lucide-react/icons/x'
import { cx } from '#src/lib/cx.ts'
import { isHarmfulInTerminal } from '#src/lib/controlCharacters.ts'
import { type ButtonSize, buttonClasses } from './buttonLook.ts'
import { type CopyState, useCopy } from './useCopy.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = {
  text: string
  /** What is copied: "Copy command", "Copy URN". */
  label: string
  /** Text of several lines, in which line breaks and tabs are allowed. */
  isLines?: boolean
  /** `icon` alone, or with its label. */
  look?: 'icon' | 'words'
  /** With its label: as large as the buttons beside it. */
  size?: ButtonSize
  className?: string | undefined
}

const icons = { idle: Copy, copied: Check, failed: X } as const satisfies Record<CopyState, unknown>
const news = {
  idle: '',
  copied: 'Copied',
  failed: 'Not copied: select the text and copy it by hand',
} as const satisfies Record<CopyState, string>

/**
 * Copies a text and confirms it. A text with control characters is refused: it may be pasted into a terminal, where an
 * escape sequence can end a bracketed paste and run the rest.
 */
export function CopyButton({ isLines = false, ...props }: Props) {
  return isHarmfulInTerminal(props.text, { isLines }) ? (
    <span className={cx('text-sm text-attention', props.className)}>
      {props.label}: not offered, it has control characters that a terminal would execute.
    </span>
  ) : (
    <SafeCopyButton {...props} />
  )
}

function SafeCopyButton({ text, label, look = 'icon', size = 'sm', className }: Omit<Props, 'isLines'>) {
  const { state, copy } = useCopy(text)
  const CopyIcon = icons[state]
  const isIcon = look === 'icon'
  return (
    <>
      <button
        type="button"
        title={isIcon ? label : undefined}
        aria-label={isIcon ? label : undefined}
        onClick={() => void copy()}
        className={
          isIcon
            ? cx(
                'inline-flex size-6 shrink-0 items-center justify-center rounded-sm align-middle text-muted transition-colors hover:bg-hover hover:text-ink',
                className,
              )
            : buttonClasses('quiet', size, false, className)
        }
      >
        <CopyIcon
          className={cx('size-3.5', state === 'copied' && 'text-ok', state === 'failed' && 'text-danger')}
          aria-hidden
        />
        {!isIcon && (state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Not copied')}
      </button>
      <VisuallyHidden role="status">{news[state]}</VisuallyHidden>
    </>
  )
}
