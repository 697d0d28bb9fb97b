import { useState } from 'react'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Card } from '#src/ui/Card.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { sentenceOf } from './useOpenState.ts'

type Props = { session: OpenSession; hasEarlier: boolean; onChanged: (opened: OpenedState) => void }

/** An earlier version of the same stack: entries lost since are found in it and offered as repairs. */
export function EarlierCard({ session, hasEarlier, onChanged }: Props) {
  const [state, setState] = useState<{ busy?: string; trouble?: { name: string; message: string } }>({})
  const onFiles = ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    setState({ busy: `Reading ${chosen.path}…` })
    session.thread.call('earlier', chosen.file).then(
      (opened) => {
        setState({})
        onChanged(opened)
      },
      (error: unknown) => setState({ trouble: { name: chosen.path, message: sentenceOf(error) } }),
    )
  }
  return (
    <Card title="An earlier version of the same stack">
      <div className="flex flex-col gap-3">
        <p className="max-w-prose text-muted">
          {hasEarlier
            ? 'What is lost here and was there is offered below, as “restore”.'
            : 'A previous export, or the .bak file next to a checkpoint: it may have entries, providers and values that are lost here.'}
        </p>
        <FileDrop size="small" label="Choose an earlier version" onFiles={onFiles} busy={state.busy} />
        {state.trouble && (
          <Notice tone="danger" title={`${state.trouble.name} cannot be opened`}>
            {state.trouble.message}
          </Notice>
        )}
      </div>
    </Card>
  )
}
