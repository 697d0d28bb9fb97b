import type { KeptElsewhere } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { runHistory } from '#domain/commands.ts'
import { placeOf } from '#domain/backends/diy/commands.ts'
import { entryTroubles } from '#domain/backends/diy/fileTroubles.ts'
import { FileTroubles } from '#src/features/stacks/FileTroubles.tsx'
import { useNamedStack } from '#src/api/stacks.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Notice } from '#src/ui/Notice.tsx'

type Props = { stack: StackRef; elsewhere: KeptElsewhere; shown: number }

/** What the history of a stack in a connected backend does not show: entries that cannot be read, and older runs. */
export function HistoryNotes({ stack, elsewhere, shown }: Props) {
  const { brokenEntries, hasOlderRuns, kind, address } = elsewhere
  const named = useNamedStack(stack)
  return (
    <>
      <FileTroubles troubles={entryTroubles(brokenEntries, placeOf(address))} />
      {hasOlderRuns && (
        <Notice tone="unknown" announce="none" title="Older runs are not shown">
          <p>
            When a stack is first opened, only the newest runs of its history are read. The older ones are in its
            backend.
          </p>
          {kind !== 'opened' && (
            <div className="mt-2">
              <CodeLine code={runHistory(named, { before: shown })} />
            </div>
          )}
        </Notice>
      )}
    </>
  )
}
