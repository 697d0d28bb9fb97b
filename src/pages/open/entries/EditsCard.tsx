import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import type { ExportRequest } from '#domain/plan/planExport.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'

type Props = {
  opened: OpenedState
  session: OpenSession
  request: ExportRequest
  onChanged: (opened: OpenedState) => void
}

/** The edits since the file was opened; each can be undone. */
export function EditsCard({ opened: { edits, isAccepted }, session, request, onChanged }: Props) {
  const [trouble, setTrouble] = useState<string>()
  const run = (work: Promise<OpenedState>) => {
    setTrouble(undefined)
    work.then(onChanged, (error: unknown) =>
      setTrouble(error instanceof Error ? error.message : 'It could not be done.'),
    )
  }
  const hasChoices = request.choices.length > 0
  if (edits.length === 0 && (isAccepted || !hasChoices)) return null
  return (
    <Card title="Edits by hand">
      <div className="flex flex-col items-start gap-3">
        {edits.length === 0 ? (
          <p className="max-w-prose">Entries can be edited once the state is valid. Apply the chosen repairs first.</p>
        ) : (
          <ol className="list-decimal pl-5">
            {edits.map((title, index) => (
              <li key={index} className="wrap-anywhere">
                {title}
              </li>
            ))}
          </ol>
        )}
        <div className="flex flex-wrap gap-2">
          {edits.length > 0 && (
            <Button onClick={() => run(session.thread.call('undo'))}>
              <Undo2 aria-hidden /> Undo the last one
            </Button>
          )}
          {hasChoices && (
            <Button onClick={() => run(session.thread.call('takeOver', request))}>Apply the chosen repairs</Button>
          )}
        </div>
        {trouble !== undefined && <p role="alert">{trouble}</p>}
      </div>
    </Card>
  )
}
