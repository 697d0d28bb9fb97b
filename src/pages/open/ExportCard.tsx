import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { aliasLine } from '#domain/edits/renameResource.ts'
import { downloadName, importCommands } from '#src/features/offline/commands.ts'
import { handOver } from '#src/features/offline/handOver.ts'
import type { ExportEffect, ExportRequest } from '#domain/plan/planExport.ts'
import { type OpenSession, offlineQueries } from '#src/features/offline/queries.ts'
import { Sentences } from '#src/features/recovery/effect/Sentences.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { saveFile } from '#src/lib/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { EntryList } from './entries/EntryList.tsx'

type Props = {
  session: OpenSession
  request: ExportRequest
  stack: StackRef
  onStack: (stack: StackRef) => void
  isLocked: boolean
  /** Number of edits by hand in the state. */
  edits: number
}

/** Exactly what would change, verified; then the file, and the commands that import it. */
export function ExportCard({ session, request, stack, onStack, isLocked, edits }: Props) {
  const { data: effect, isError } = useQuery({
    ...offlineQueries.effect(session, request),
    placeholderData: (last) => last,
  })
  return (
    <Card title="Download for pulumi stack import">
      <div className="flex flex-col gap-4">
        {isError && (
          <Notice tone="danger" title="What would change could not be worked out">
            That is a bug in this console. The file is unchanged.
          </Notice>
        )}
        {!effect && !isError && <Skeleton label="Preparing the preview" rows={4} />}
        {effect && (
          <>
            {edits > 0 && (
              <p>{plural(edits, 'Your edit is', `Your ${number(edits)} edits are`)} in the file that you download.</p>
            )}
            <Effect effect={effect} />
            <Download session={session} request={request} effect={effect} isEdited={edits > 0} />
            {effect.refusal === undefined && (
              <>
                <StackField stack={stack} onStack={onStack} />
                <TerminalLines lines={importCommands(stack, downloadName(stack), { isLocked })} />
              </>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

function Effect({ effect }: { effect: ExportEffect }) {
  const {
    isChanged,
    added,
    removed,
    changed,
    moved,
    urnsChanged,
    operationsResolved,
    warnings,
    integrityErrors,
    refusal,
  } = effect
  return (
    <section aria-label="What will change" className="flex flex-col gap-3">
      <div role="status" className="flex flex-col gap-1">
        <p>
          {isChanged
            ? `The state as it would be: ${counted(added.length, 'entry', 'entries')} added, ${number(removed.length)} removed, ${number(changed.length)} changed, ${number(moved)} moved in the list, ${counted(operationsResolved.length, 'pending operation')} resolved. Everything else stays as it is.`
            : `Nothing is chosen, so nothing would change${refusal === undefined ? ': the download is this state, as an export.' : '.'}`}
        </p>
        {integrityErrors.length === 0 ? (
          <Status tone="ok">Valid: checked against the CLI’s rules and Holdfast’s stricter ones</Status>
        ) : (
          <Status tone={refusal === undefined ? 'attention' : 'danger'} className="whitespace-normal! wrap-anywhere">
            {counted(integrityErrors.length, 'error')} left, the first: {integrityErrors[0]}
          </Status>
        )}
      </div>
      {warnings.length > 0 && (
        <Notice tone="attention" announce="none" title="Before you continue">
          <Sentences sentences={warnings} />
        </Notice>
      )}
      <EntryList title="Added" entries={added} />
      <EntryList title="Removed" entries={removed} />
      <EntryList title="Changed" entries={changed} />
      <EntryList title="Resolved" entries={operationsResolved.map(({ type, urn }) => ({ urn, type, id: undefined }))} />
      {urnsChanged.length > 0 && (
        <Notice
          tone="attention"
          announce="none"
          title={`${counted(urnsChanged.length, 'URN')} change: add these aliases to the program first`}
        >
          <ul className="flex flex-col gap-1">
            {urnsChanged.slice(0, 50).map(({ from }) => (
              <li key={from}>
                <Mono>{aliasLine(from)}</Mono>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  )
}

function Download({
  session,
  request,
  effect,
  isEdited,
}: {
  session: OpenSession
  request: ExportRequest
  effect: ExportEffect
  isEdited: boolean
}) {
  const navigate = useNavigate()
  const [isAware, setAware] = useState(false)
  const [state, setState] = useState<'idle' | 'writing' | 'failed'>('idle')
  const left = effect.operationsLeft.length
  const blocked =
    effect.refusal !== undefined
      ? `There is nothing to download yet. ${effect.refusal}`
      : left > 0 && !isAware
        ? 'An import drops the operations that are still pending: confirm that you know.'
        : undefined
  const write = (use: (blob: Blob) => void) => {
    setState('writing')
    session.thread.call('download', request).then(
      (blob) => {
        setState('idle')
        use(blob)
      },
      () => setState('failed'),
    )
  }
  const download = (blob: Blob) => saveFile(downloadName(request.stack), blob)
  const importHere = (blob: Blob) => {
    handOver(new File([blob], downloadName(request.stack), { type: 'application/json' }))
    void navigate(paths.importState())
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {effect.refusal !== undefined && (
        <Notice tone="danger" announce="status" title="Not ready to be imported">
          {effect.refusal}
        </Notice>
      )}
      {effect.refusal === undefined && left > 0 && (
        <Checkbox
          label={`I have checked what is still pending (${number(left)}), or noted it`}
          hint="pulumi stack import drops pending operations: resources created without a record are then untracked."
          checked={isAware}
          onChange={setAware}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" blocked={blocked} busy={state === 'writing'} onClick={() => write(download)}>
          Download {effect.isChanged ? 'the repaired state' : isEdited ? 'the edited state' : 'as an export'}
        </Button>
        <Button
          blocked={effect.refusal === undefined ? undefined : `There is nothing to import yet. ${effect.refusal}`}
          onClick={() => write(importHere)}
        >
          Import here…
        </Button>
      </div>
      {effect.refusal === undefined && left > 0 && (
        <p className="max-w-prose text-sm text-muted">
          <strong className="font-semibold">Import here</strong> brings it into this Holdfast with what is pending,
          after a preview: only then is it uploaded.
        </p>
      )}
      {state === 'failed' && (
        <Notice tone="danger" title="The file could not be written">
          The browser has no memory left for it. Close other tabs, and choose again.
        </Notice>
      )}
    </div>
  )
}

function StackField({ stack, onStack }: { stack: StackRef; onStack: (stack: StackRef) => void }) {
  const [text, setText] = useState(fullName(stack))
  return (
    <TextField
      label="Import into the stack"
      hint="organization/project/stack, as pulumi stack ls names it. A self-managed backend’s organization is called organization."
      error={parseFullName(text) ? undefined : 'Use organization/project/stack.'}
      value={text}
      onChange={(next) => {
        setText(next)
        const named = parseFullName(next)
        if (named) onStack(named)
      }}
      mono
      className="max-w-96"
    />
  )
}
