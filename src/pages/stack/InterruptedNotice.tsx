import { useQuery } from '@tanstack/react-query'
import type { StackDetail } from '#contract/stacks.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { lateProcess } from '#src/api/useMayStillRun.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { headline } from '#src/features/recovery/headline.ts'
import { ResolveOperations } from '#src/features/recovery/pending/ResolveOperations.tsx'
import { EndThenResolve } from '#src/features/updates/EndProcess.tsx'
import { OperationList } from '#src/features/updates/OperationList.tsx'
import { reportsPath } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

const OPEN: readonly StackDetail['health'][] = ['orphaned', 'pendingCreates', 'pending']

/** Whether pending operations are what is wrong with a stack. One in a connected backend has a card that says so. */
export const isInterrupted = ({ health, pendingCount, elsewhere }: StackDetail): boolean =>
  OPEN.includes(health) && pendingCount > 0 && !elsewhere

/** What to do about the operations of an interrupted update, and what not to do before; as on the page of its recovery. */
export function InterruptedNotice({ stack: { ref, healthReason } }: { stack: StackDetail }) {
  const { data: diagnosis } = useQuery(recoveryQueries.diagnosis(ref))
  const { word, mayNot } = useRecoverWord(ref)
  const mayChange = mayNot === undefined
  // Its details could not be read, which the page of the recovery says.
  if (!diagnosis) {
    const link = <LinkButton to={paths.recover(ref)}>{word}</LinkButton>
    return <Notice tone="attention" announce="none" title={healthReason} actions={link} />
  }
  const { pending } = diagnosis
  const { title, text, warning } = headline(diagnosis, mayChange)
  const process = lateProcess(diagnosis)
  const operations = (
    <>
      <p>{text}</p>
      <OperationList
        label="Operations with an unknown outcome"
        operations={pending.map((item) => ({ ...item, since: null }))}
      />
    </>
  )
  const resolve = <ResolveOperations stack={ref} pending={pending} mayChange={mayChange} />
  return (
    <Notice
      tone={warning === undefined ? 'attention' : 'danger'}
      announce="none"
      // The head of the page says what happened.
      title={warning ?? title}
      {...(!process && { actions: resolve })}
    >
      {process ? (
        <div className="pt-1.5">
          <EndThenResolve {...process} reports={reportsPath(ref, process.run)} pending={pending.length}>
            {operations}
            {resolve}
          </EndThenResolve>
        </div>
      ) : (
        operations
      )}
    </Notice>
  )
}
