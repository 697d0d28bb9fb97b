import { CodeLine } from './CodeLine.tsx'

/** Commands ready to copy; lines that begin with `#` explain the next one. */
export const TerminalLines = ({ lines }: { lines: readonly string[] }) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    {lines.map((line, index) =>
      line.startsWith('#') ? (
        <p key={index} className="text-sm text-muted">
          {line.replace(/^#\s*/, '')}
        </p>
      ) : (
        <CodeLine key={index} code={line} />
      ),
    )}
  </div>
)
