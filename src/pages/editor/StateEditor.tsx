import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { StateSource } from '#contract/edits.ts'
import { editFile, editQueries, runEdit } from '#src/api/edits.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { TextEditor } from '#src/features/editor/TextEditor.tsx'
import { StateDownload } from '#src/features/versions/StateDownload.tsx'
import { bytesText } from '#words/bytes.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { readText, UnreadableFile } from '#src/lib/fileText.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClasses } from '#src/ui/buttonLook.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { number } from '#words/counts.ts'
import { Checked } from './Checked.tsx'
import { hasMoved } from './hasMoved.ts'
import { MovedNotice } from './MovedNotice.tsx'
import { PlanAndConfirm } from './PlanAndConfirm.tsx'
import { useSettled } from '#src/lib/useSettled.ts'
import { useStateCheck } from './useStateCheck.ts'

type Props = { stack: StackRef; blocked: string | undefined }

/** Edits the whole state: in the page while it is small, as a file in any case. */
export function StateEditor({ stack, blocked }: Props) {
  const { data, error, refetch, isFetching } = useQuery(editQueries.state(stack))
  return (
    <>
      <header className="flex min-w-0 flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="text-xl font-semibold">The whole state</h2>
          {data && (
            <p className="text-sm text-muted">
              Version {data.basis?.version ?? 0}, {bytesText(data.bytes)}, {number(data.resourceCount)} entries
            </p>
          )}
          {blocked === undefined && (
            <p className="text-sm text-muted">You see what changes, and confirm, before anything is written.</p>
          )}
        </div>
        <LinkButton to={paths.edit(stack)}>Edit one entry</LinkButton>
      </header>
      {error && <ErrorView title="The state could not be loaded" {...failureOf({ error, refetch, isFetching })} />}
      {!data && !error && <Skeleton label="Loading the state" rows={8} />}
      {data && <Loaded stack={stack} source={data} blocked={blocked} onReview={() => void refetch()} />}
    </>
  )
}

type Entered = { text: string; name: string | undefined }

function Loaded({ stack, source, blocked, onReview }: Props & { source: StateSource; onReview: () => void }) {
  const [base, setBase] = useState(source)
  const [entered, setEntered] = useState<Entered>()
  const [trouble, setTrouble] = useState<string>()
  const [turn, setTurn] = useState(0) // number of the text that was sent; a text is too long to be a key
  const settled = useSettled(entered, entered?.name === undefined ? 500 : 0)
  const check = useStateCheck(settled?.text)
  const isMoved = hasMoved(base.basis, source.basis)
  const basis = base.basis ?? { version: 0, hash: '' }
  const body = () => ({ basis, operation: { do: 'replaceState' as const, text: entered?.text ?? '' } })
  const plan = useQuery({
    ...editQueries.planOfText(stack, turn, async () => body()),
    enabled: turn > 0 && !isMoved,
  })
  const isFine = check?.ok === true && settled === entered
  const change = (next: Entered | undefined) => {
    setEntered(next)
    setTurn(0)
    setTrouble(undefined)
  }
  const onFile = ([chosen]: ChosenFile[]) => {
    if (!chosen) return
    readText(chosen.file).then(
      ({ text }) => change({ text, name: chosen.path }),
      (cause: unknown) =>
        setTrouble(cause instanceof UnreadableFile ? cause.message : 'This file could not be read: choose it again.'),
    )
  }
  const review = () => {
    onReview()
    setBase(source)
    setTurn(0)
  }
  return (
    <>
      {isMoved && <MovedNotice from={basis.version} to={source.basis?.version ?? 0} onReview={review} />}
      <Card title="As a file" level={2}>
        <div className="grid min-w-0 items-start gap-x-6 gap-y-3 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col items-start gap-3">
            {base.text === null && base.basis !== null && (
              <p className="max-w-prose">
                {bytesText(base.bytes)} are too much for an editor in a page. Download the state, edit it with an editor
                locally and choose the file here. It is verified, and you see a preview before anything is written.
              </p>
            )}
            <p className="max-w-prose text-sm text-muted">
              The file is the state as it is stored, ciphertexts included: keep it as safe as any export. It says which
              version it was taken from, so an old copy is never written over a newer state.
            </p>
            <StateDownload stack={stack} className={buttonClasses('quiet', 'md', false)}>
              Download the state
            </StateDownload>
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <FileDrop size="small" label="Choose the edited state" onFiles={onFile} />
            {trouble !== undefined && (
              <Notice tone="danger" title="The file cannot be used">
                {trouble}
              </Notice>
            )}
            {entered?.name !== undefined && (
              <div className="flex flex-wrap items-center gap-2">
                <span className="wrap-anywhere">
                  {entered.name}, {bytesText(entered.text.length)}
                </span>
                <Button size="sm" onClick={() => change(undefined)}>
                  Put it away
                </Button>
              </div>
            )}
            {entered?.name !== undefined && <Checked check={settled === entered ? check : undefined} />}
          </div>
        </div>
      </Card>
      {base.text !== null && entered?.name === undefined && (
        <Card title="As text" level={2}>
          <TextEditor
            key={base.basis?.hash}
            label="The state as JSON"
            initial={base.text}
            onChange={(text) => change(text === base.text ? undefined : { text, name: undefined })}
            problems={check && !check.ok && settled === entered ? [{ ...check, message: `${check.message}.` }] : []}
            readOnly={blocked !== undefined}
            fine={
              entered ? (
                <Checked check={settled === entered ? check : undefined} />
              ) : (
                <p className="text-sm text-muted">{blocked ?? 'As it is stored; nothing is decrypted.'}</p>
              )
            }
          />
        </Card>
      )}
      {turn === 0 && (blocked === undefined || entered !== undefined) && (
        <div className="flex justify-end">
          <Button
            look="primary"
            blocked={
              isMoved
                ? 'The state has changed: review again first.'
                : entered === undefined
                  ? 'Nothing is changed yet.'
                  : isFine
                    ? undefined
                    : 'The text is not a valid state yet: see the errors.'
            }
            onClick={() => setTurn(Date.now())}
          >
            See what changes
          </Button>
        </div>
      )}
      <PlanAndConfirm
        stack={stack}
        plan={plan}
        isAsked={entered !== undefined && turn > 0 && !isMoved}
        blocked={blocked}
        run={(confirmation) => runEdit(stack, { ...body(), ...confirmation })}
        file={() => editFile(stack, body())}
        onReview={review}
      />
    </>
  )
}
