import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Basis, StackRef } from '#contract/common.ts'
import { listed } from '#domain/edits/deleteResources.ts'
import { editFile, editQueries, runEdit } from '#src/api/edits.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { ActionFields } from '#src/features/editor/ActionFields.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { counted, plural } from '#words/counts.ts'
import { hasMoved } from './hasMoved.ts'
import { MoveEditor } from './MoveEditor.tsx'
import { MovedNotice } from './MovedNotice.tsx'
import { PlanAndConfirm } from './PlanAndConfirm.tsx'

type Props = { stack: StackRef; urns: readonly string[]; action: 'delete' | 'move'; blocked: string | undefined }

/** Several entries at once, as the graph hands them over: deleted from the state, or moved to another stack. */
export function SetEditor({ stack, urns, action, blocked }: Props) {
  const { data: detail, refetch } = useSuspenseQuery(stackQueries.detail(stack))
  const { basis } = detail
  return (
    <>
      <header className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold wrap-anywhere">{counted(urns.length, 'resource')}</h2>
          <Disclosure summary={listed(urns)}>
            <ul aria-label="Selected resources" className="flex flex-col text-sm">
              {urns.map((urn) => (
                <li key={urn}>
                  <UrnText urn={urn} max={80} />
                </li>
              ))}
            </ul>
          </Disclosure>
        </div>
        <LinkButton to={paths.edit(stack)}>Choose another resource</LinkButton>
      </header>
      {basis === null ? (
        <p className="text-muted">The stack has no state yet.</p>
      ) : action === 'move' ? (
        <MoveEditor stack={stack} urns={urns} basis={basis} blocked={blocked} onReview={() => void refetch()} />
      ) : (
        <DeleteSet {...{ stack, urns, basis, blocked }} onReview={() => void refetch()} />
      )}
    </>
  )
}

type DeleteProps = Omit<Props, 'action'> & { basis: Basis; onReview: () => void }

function DeleteSet({ stack, urns, basis, blocked, onReview }: DeleteProps) {
  const [base, setBase] = useState(basis)
  const [withDependents, setWithDependents] = useState(false)
  const { data: list } = useSuspenseQuery(resourceQueries.list(stack))
  // A URN means all of its entries, as for the engine: during a replacement it has several.
  const chosen = new Set(urns)
  const targets = list.resources.filter(({ urn }) => chosen.has(urn)).map(({ urn, index }) => ({ urn, index }))
  const more = targets.length - new Set(targets.map(({ urn }) => urn)).size
  const isMoved = hasMoved(base, basis)
  const request = {
    basis: base,
    operation: {
      do: 'delete' as const,
      targets: targets.length > 0 ? targets : urns.map((urn) => ({ urn })),
      withDependents,
    },
  }
  const plan = useQuery({ ...editQueries.plan(stack, request), enabled: !isMoved })
  const review = () => {
    onReview()
    setBase(basis)
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isMoved && <MovedNotice from={base.version} to={basis.version} onReview={review} />}
      <Card title="Delete from the state" level={2}>
        {more > 0 && (
          <p className="pb-3">
            {counted(more, 'old entry', 'old entries')} of replaced resources {plural(more, 'is', 'are')} included.
          </p>
        )}
        <ActionFields
          action="delete"
          urn={urns[0] ?? ''}
          words={{ name: '', version: '', withDependents }}
          onWords={(words) => setWithDependents(words.withDependents)}
        />
      </Card>
      <PlanAndConfirm
        stack={stack}
        plan={plan}
        isAsked={!isMoved}
        blocked={blocked}
        run={(confirmation) => runEdit(stack, { ...request, ...confirmation })}
        file={() => editFile(stack, request)}
        onReview={review}
      />
    </div>
  )
}
