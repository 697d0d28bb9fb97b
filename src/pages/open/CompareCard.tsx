import { useState } from 'react'
import { urnName } from '#domain/urn.ts'
import type { Comparison, EntryName } from '#src/features/offline/compareStates.ts'
import type { ComparedFile } from '#src/features/offline/offlineApi.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import { counted } from '#src/features/recovery/words.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { Card } from '#src/ui/Card.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { EntryList } from './EntryList.tsx'
import { sentenceOf } from './useOpenState.ts'

type Compared =
  | { step: 'nothing' }
  | { step: 'reading'; name: string }
  | { step: 'trouble'; name: string; message: string }
  | { step: 'compared'; name: string; file: ComparedFile }

/** What another file has that this one has not, and the other way round. */
export function CompareCard({ session }: { session: OpenSession }) {
  const [state, setState] = useState<Compared>({ step: 'nothing' })
  const onFiles = ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    const name = chosen.path
    setState({ step: 'reading', name })
    session.thread.compare(chosen.file).then(
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
        {state.step === 'compared' && <Result name={state.name} comparison={state.file.comparison} />}
      </div>
    </Card>
  )
}

function Result({ name, comparison }: { name: string; comparison: Comparison }) {
  const { added, removed, changed, same, operationsAdded, operationsRemoved } = comparison
  const isSame =
    added.length + removed.length + changed.length + operationsAdded.length + operationsRemoved.length === 0
  return (
    <div className="flex flex-col gap-3">
      <p role="status">
        {isSame
          ? `${name} holds the same ${counted(same, 'entry', 'entries')}.`
          : `In ${name}: ${added.length.toLocaleString('en')} more, ${removed.length.toLocaleString('en')} missing, ${changed.length.toLocaleString('en')} changed, ${same.toLocaleString('en')} the same.`}
      </p>
      <EntryList title="Only there" entries={added} />
      <EntryList title="Only here" entries={removed} />
      <EntryList title="Different" entries={changed} />
      <EntryList title="Pending only there" entries={operationsAdded.map(asEntry)} />
      <EntryList title="Pending only here" entries={operationsRemoved.map(asEntry)} />
    </div>
  )
}

const asEntry = (line: string): EntryName => {
  const space = line.indexOf(' ')
  const urn = line.slice(space + 1)
  return { urn, type: `${line.slice(0, space)} ${urnName(urn)}`, id: undefined }
}
