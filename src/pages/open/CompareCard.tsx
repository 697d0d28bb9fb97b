import { useState } from 'react'
import type { StateDiff } from '#contract/diff.ts'
import { DiffView } from '#src/features/diff/DiffView.tsx'
import { isSameState } from '#src/features/diff/words.ts'
import type { ComparedFile } from '#src/features/offline/offlineApi.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import { counted, number } from '#words/counts.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Card } from '#src/ui/Card.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { sentenceOf } from './useOpenState.ts'

type Compared =
  | { step: 'nothing' }
  | { step: 'reading'; name: string }
  | { step: 'trouble'; name: string; message: string }
  | { step: 'compared'; name: string; file: ComparedFile }

/** The differences between the open file and another one. */
export function CompareCard({ session }: { session: OpenSession }) {
  const [state, setState] = useState<Compared>({ step: 'nothing' })
  const onFiles = ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    const name = chosen.path
    setState({ step: 'reading', name })
    session.thread.call('compare', chosen.file).then(
      (file) => setState({ step: 'compared', name, file }),
      (error: unknown) => setState({ step: 'trouble', name, message: sentenceOf(error) }),
    )
  }
  return (
    <Card title="Compare with another file">
      <div className="flex flex-col gap-4">
        <FileDrop
          size="small"
          label="Choose the other state"
          onFiles={onFiles}
          busy={state.step === 'reading' ? `Comparing with ${state.name}…` : undefined}
        />
        {state.step === 'trouble' && (
          <Notice tone="danger" title={`${state.name} cannot be opened`}>
            {state.message}
          </Notice>
        )}
        {state.step === 'compared' && <Result name={state.name} diff={state.file.diff} />}
      </div>
    </Card>
  )
}

function Result({ name, diff }: { name: string; diff: StateDiff }) {
  const { added, removed, changed, renamed, same } = diff.counts
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        {isSameState(diff)
          ? `${name} holds the same ${counted(same, 'entry', 'entries')}.`
          : `In ${name}: ${number(added)} more, ${number(removed)} missing, ${number(changed + renamed)} changed, ${number(same)} the same.`}
      </p>
      {!isSameState(diff) && <DiffView diff={diff} heads={['Here', 'There']} />}
    </div>
  )
}
