import type { FileTrouble } from '#domain/backends/diy/fileTroubles.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'

/** What is wrong in the files of a backend, each with the commands that fix it. */
export const FileTroubles = ({ troubles }: { troubles: readonly FileTrouble[] }) =>
  troubles.map(({ tone, title, sentence, commands }) => (
    <Notice key={`${title} ${sentence}`} tone={tone} announce="none" title={title}>
      <p>{sentence}</p>
      {commands.length > 0 && (
        <div className="mt-2">
          <TerminalLines lines={commands} />
        </div>
      )}
    </Notice>
  ))
