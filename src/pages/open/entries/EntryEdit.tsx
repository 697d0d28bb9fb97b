import { useQuery } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import type { EditOperation } from '#contract/edits.ts'
import { EditPlanView } from '#src/features/diff/EditPlanView.tsx'
import { ActionFields } from '#src/features/editor/ActionFields.tsx'
import { type ActionWords, actionTitle, type EntryAction, operationOf } from '#src/features/editor/entryActions.ts'
import { beginDraft, entryOf, nextDraft } from '#src/features/editor/entryDraft.ts'
import { factsOf } from '#src/features/editor/entryFacts.ts'
import { EntryForm } from '#src/features/editor/EntryForm.tsx'
import { TextEditor } from '#src/features/editor/TextEditor.tsx'
import type { OfflineSource, OpenedState } from '#src/features/offline/offlineApi.ts'
import { type OpenSession, offlineQueries } from '#src/features/offline/queries.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

type Props = {
  session: OpenSession
  entries: Entries
  index: number
  action: EntryAction
  onChanged: (opened: OpenedState) => void
  onClose: () => void
}

/** Edits one entry of the open state in this browser; the effect is computed by the worker while typing. */
export function EntryEdit({ session, index, action, ...rest }: Props) {
  const { data: source } = useQuery(offlineQueries.source(session, index))
  return (
    <section aria-label={actionTitle(action)} className="flex min-w-0 flex-col gap-4 border-t border-line p-4">
      {source ? (
        <Editing key={source.text} session={session} source={source} action={action} {...rest} />
      ) : (
        <Skeleton label="Loading the entry" rows={6} />
      )}
    </section>
  )
}

function Editing({
  session,
  entries,
  source,
  action,
  onChanged,
  onClose,
}: Omit<Props, 'index'> & { source: OfflineSource }) {
  const [draft, dispatch] = useReducer(nextDraft, source.text, beginDraft)
  const [words, setWords] = useState<ActionWords>({ name: '', version: '', withDependents: false })
  const [trouble, setTrouble] = useState<string>()
  const entry = useMemo(() => entryOf(draft.text), [draft.text])
  const original = useMemo(() => entryOf(source.text), [source.text])
  const isWhole = action === 'form' || action === 'text'
  const operation: EditOperation | undefined = isWhole
    ? draft.text === source.text
      ? undefined
      : { do: 'replaceEntry', urn: source.urn, index: source.index, text: draft.text }
    : original && operationOf(action, { ...factsOf(original), urn: source.urn, index: source.index }, words)
  const plan = useQuery({
    ...offlineQueries.plan(session, operation ?? { do: 'protect', urns: [source.urn] }),
    enabled: operation !== undefined,
    placeholderData: (last) => (operation === undefined ? undefined : last),
  })
  const errors = (plan.data?.problems ?? []).filter(({ severity }) => severity === 'error')
  const urns = useMemo(() => urnsOf(entries), [entries])
  const blocked =
    operation === undefined
      ? 'Nothing is changed yet.'
      : plan.isPlaceholderData || !plan.data
        ? 'The preview is not ready yet.'
        : plan.data.isPossible
          ? undefined
          : (errors[0]?.message ?? 'Nothing changes.')
  const apply = () => {
    if (!operation) return
    session.thread
      .call('edit', operation)
      .then(onChanged, (error: unknown) => setTrouble(error instanceof Error ? error.message : 'It could not be done.'))
  }
  return (
    <>
      <h3 className="font-semibold">{actionTitle(action)}</h3>
      {action === 'text' ? (
        <TextEditor
          key={draft.turn}
          label="The entry as JSON"
          initial={draft.text}
          onChange={(text) => dispatch({ type: 'typed', text })}
          problems={operation ? errors : []}
        />
      ) : action === 'form' ? (
        entry && (
          <EntryForm
            entry={entry}
            urns={urns}
            providers={[]}
            onChange={(path, value) => dispatch({ type: 'set', path, value })}
          />
        )
      ) : (
        <ActionFields action={action} urn={source.urn} words={words} onWords={setWords} />
      )}
      {operation && plan.data && (
        <EditPlanView plan={plan.data} withoutProblems={action === 'text' && errors.length > 0} level={3} />
      )}
      {trouble !== undefined && <p role="alert">{trouble}</p>}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        {isWhole && (
          <Button
            blocked={draft.past.length === 0 ? 'There is nothing to undo.' : undefined}
            onClick={() => dispatch({ type: 'undone' })}
          >
            Undo
          </Button>
        )}
        <Button onClick={onClose}>Leave it</Button>
        <Button look="primary" blocked={blocked} onClick={apply}>
          Change the opened state
        </Button>
      </div>
    </>
  )
}

/** The columns of the open state contain no IDs, so provider references are checked by the verifiers. */
const urnsOf = (entries: Entries): string[] => [
  ...new Set(Array.from({ length: entries.count }, (_, index) => entries.urnOf(index))),
]
