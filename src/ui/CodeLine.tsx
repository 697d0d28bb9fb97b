import { cx } from '#src/lib/cx.ts'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  /** The command, exactly as it is to be run. */
  code: string
  /** What is copied, for the button's name. */
  label?: string
  className?: string | undefined
}

/** A command ready to copy; wraps where it must, and never copies the prompt. */
export const CodeLine = ({ code, label = 'Copy command', className }: Props) => (
  <div
    className={cx('flex min-w-0 items-start gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3', className)}
  >
    <pre className="min-w-0 flex-1 py-0.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink">
      <code>{code}</code>
    </pre>
    <CopyButton text={code} label={label} />
  </div>
)
