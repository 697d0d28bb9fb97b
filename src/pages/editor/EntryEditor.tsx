import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type Dispatch, useMemo, useReducer, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { EditOperation, EntrySource } from '#contract/edits.ts'
import type { ResourceRow } from '#contract/resources.ts'
import { isProviderType } from '#domain/state/urn.ts'
import { editFile, editQueries, runEdit } from '#src/api/edits.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { ActionFields } from '#src/features/editor/ActionFields.tsx'
import { type ActionWords, actionTitle, type EntryAction, operationOf } from '#src/features/editor/entryActions.ts'
import { beginDraft, type DraftEvent, type EntryDraft, entryOf, nextDraft } from '#src/features/editor/entryDraft.ts'
import { factsOf } from '#src/features/editor/entryFacts.ts'
import { EntryForm } from '#src/features/editor/EntryForm.tsx'
import { TextEditor } from '#src/features/editor/TextEditor.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { hasMoved } from './hasMoved.ts'
import { MovedNotice } from './MovedNotice.tsx'
import { PlanAndConfirm } from './PlanAndConfirm.tsx'
import { useSettled } from '#src/lib/useSettled.ts'

/** A pause between letters, not words: the server computes the effect of an entry in milliseconds. */
const PAUSE_MS = 350

type Props = {
  stack: StackRef
  source: EntrySource
  action: Exclude<EntryAction, 'move'>
  /** Why nothing can be written now. */
  blocked: string | undefined
  /** Fetches the entry again. */
  onReview: () => void
}

/** One entry: edited as a form or as text, or changed by an action; the effect is computed while typing. */
export function EntryEditor({ stack, source, action, blocked, onReview }: Props) {
  const { data: list } = useSuspenseQuery(resourceQueries.list(stack))
  // The entry as first read, which is edited; the newest one is only compared with it.
  const [base, setBase] = useState(source)
  const [draft, dispatch] = useReducer(nextDraft, source.text, beginDraft)
  const [words, setWords] = useState<ActionWords>({ name: '', version: '', withDependents: false })
  const entry = useMemo(() => entryOf(base.text), [base.text])
  const isMoved = hasMoved(base.basis, source.basis)
  const isChangedElsewhere = base.text !== source.text

  const isWhole = action === 'form' || action === 'text'
  const isTouched = draft.text !== base.text
  const operation: EditOperation | undefined = isWhole
    ? isTouched
      ? { do: 'replaceEntry', urn: base.urn, index: base.index, text: draft.text }
      : undefined
    : entry && operationOf(action, { ...factsOf(entry), urn: base.urn, index: base.index }, words)
  const asked = useSettled(operation && JSON.stringify(operation), PAUSE_MS)
  const settled = useMemo(() => (asked === undefined ? undefined : (JSON.parse(asked) as EditOperation)), [asked]) // the text from above
  const request = { basis: base.basis, operation: settled ?? { do: 'protect', urns: [base.urn] } }
  const plan = useQuery({
    ...editQueries.plan(stack, request),
    enabled: settled !== undefined && !isMoved,
    placeholderData: (last) => (settled === undefined ? undefined : last),
  })
  const isSettled =
    settled !== undefined && asked === (operation && JSON.stringify(operation)) && !plan.isPlaceholderData

  const review = () => {
    onReview()
    if (plan.error && !isMoved) void plan.refetch()
    setBase(source)
    if (!isTouched) dispatch({ type: 'began', text: source.text })
  }
  const errors = (plan.data?.problems ?? []).filter(({ severity }) => severity === 'error')
  const isSyntax = isWhole && errors.some(({ code }) => code === 'syntax')
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isMoved && <MovedNotice from={base.basis.version} to={source.basis.version} onReview={review} />}
      {isMoved && isChangedElsewhere && (
        <Notice tone="danger" announce="none" title="This resource was changed too">
          After you have reviewed again, “What changes” shows what your text would set back: look at every line of it.
        </Notice>
      )}
      <Card
        title={actionTitle(action)}
        actions={isWhole && <UndoButtons draft={draft} dispatch={dispatch} />}
        level={2}
      >
        {isWhole ? (
          <Whole
            action={action}
            draft={draft}
            dispatch={dispatch}
            rows={list.resources}
            blocked={blocked}
            problems={isTouched && isSettled ? errors : []}
          />
        ) : (
          <ActionFields action={action} urn={base.urn} words={words} onWords={setWords} />
        )}
      </Card>
      <PlanAndConfirm
        stack={stack}
        plan={plan}
        isAsked={settled !== undefined && operation !== undefined && !isMoved}
        withoutProblems={isSyntax}
        blocked={blocked ?? (isSettled ? undefined : 'The preview is not ready yet.')}
        run={(confirmation) => runEdit(stack, { ...request, ...confirmation })}
        file={() => editFile(stack, request)}
        onReview={review}
      />
    </div>
  )
}

type WholeProps = {
  action: 'form' | 'text'
  draft: EntryDraft
  dispatch: Dispatch<DraftEvent>
  rows: readonly ResourceRow[]
  blocked: string | undefined
  problems: readonly { message: string; line?: number | undefined; column?: number | undefined }[]
}

function Whole({ action, draft, dispatch, rows, blocked, problems }: WholeProps) {
  const urns = useMemo(() => [...new Set(rows.map(({ urn }) => urn))], [rows])
  const providers = useMemo(
    () => rows.flatMap(({ urn, id, type }) => (isProviderType(type) ? [`${urn}::${id ?? ''}`] : [])),
    [rows],
  )
  const entry = useMemo(() => entryOf(draft.text), [draft.text])
  if (action === 'text') {
    return (
      <TextEditor
        key={draft.turn}
        label="The entry as JSON"
        initial={draft.text}
        onChange={(text) => dispatch({ type: 'typed', text })}
        problems={problems}
        readOnly={blocked !== undefined}
        fine={
          <p className="text-sm text-muted">
            {blocked ?? 'As stored, with encrypted secrets. Unknown keys are kept unchanged.'}
          </p>
        }
      />
    )
  }
  if (!entry)
    return <p className="text-danger">The text is not valid JSON, so there is no form: fix it as text first.</p>
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {blocked === undefined && (
        <p className="text-muted">
          As soon as you change something, what it changes is shown below. Nothing is written until you confirm.
        </p>
      )}
      <EntryForm
        entry={entry}
        urns={urns}
        providers={providers}
        blocked={blocked}
        onChange={(path, value) => dispatch({ type: 'set', path, value })}
      />
    </div>
  )
}

const UndoButtons = ({ draft, dispatch }: { draft: EntryDraft; dispatch: Dispatch<DraftEvent> }) => (
  <div className="flex gap-1">
    <Button
      size="sm"
      look="plain"
      blocked={draft.past.length === 0 ? 'There is nothing to undo.' : undefined}
      onClick={() => dispatch({ type: 'undone' })}
    >
      <Undo2 aria-hidden /> Undo
    </Button>
    <Button
      size="sm"
      look="plain"
      blocked={draft.future.length === 0 ? 'There is nothing to redo.' : undefined}
      onClick={() => dispatch({ type: 'redone' })}
    >
      <Redo2 aria-hidden /> Redo
    </Button>
  </div>
)
