import { cx } from '#src/lib/cx.ts'
import { CodeLine } from './CodeLine.tsx'

/** Commands ready to copy; lines that begin with `#` explain the next one. */
export const TerminalLines = ({ lines }: { lines: readonly string[] }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    {lines.map((line, index) =>
      line.startsWith('#') ? (
        <p key={index} className={cx('text-sm text-muted', index > 0 && 'mt-1.5')}>
          {line.replace(/^#\s*/, '')}
        </p>
      ) : (
        <CodeLine key={index} code={line} />
      ),
    )}
  </div>
)
