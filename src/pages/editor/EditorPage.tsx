import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import { editQueries } from '#src/api/edits.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useWhyNot, whyNot } from '#src/api/whyNot.ts'
import { actionsFor, type EntryAction } from '#src/features/editor/entryActions.ts'
import { entryOf } from '#src/features/editor/entryDraft.ts'
import { factsOf } from '#src/features/editor/entryFacts.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { readAddress } from './address.ts'
import { ChooseEntry } from './ChooseEntry.tsx'
import { EntryEditor } from './EntryEditor.tsx'
import { MoveEditor } from './MoveEditor.tsx'
import { SetEditor } from './SetEditor.tsx'
import { StateEditor } from './StateEditor.tsx'

export const loader =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) =>
    client.ensureQueryData(resourceQueries.list(stackOf(params)))

/** Edits the state by hand: one entry, or all of it. The effect is shown before it is written, and it can be undone. */
export default function EditorPage() {
  const stack = useStackRef()
  const [search] = useSearchParams()
  const { data: detail } = useSuspenseQuery(stackQueries.detail(stack))
  const blocked = useWhyNot('write', detail)
  const mayNot = useWhyNot('change', { ref: stack })
  // A move writes two states at once, which no file does.
  const noMove = whyNot('writeTwo', { elsewhere: detail.elsewhere })
  const address = readAddress(search)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {blocked !== undefined && (
        <Notice
          tone="attention"
          announce="status"
          // A role does not change by waiting.
          title={mayNot === undefined ? 'Nothing can be written now' : 'You can look, but not edit'}
        >
          {blocked}
        </Notice>
      )}
      {address.what === 'choose' && <ChooseEntry stack={stack} mayEdit={mayNot === undefined} />}
      {address.what === 'state' && <StateEditor stack={stack} blocked={blocked} />}
      {address.what === 'set' && (
        <SetEditor
          key={`${address.action} ${address.urns.join(' ')}`}
          stack={stack}
          urns={address.urns}
          action={address.action}
          blocked={blocked}
        />
      )}
      {address.what === 'entry' && (
        <Entry key={`${address.urn} ${address.index}`} stack={stack} {...address} blocked={blocked} noMove={noMove} />
      )}
    </div>
  )
}

type EntryProps = {
  stack: StackRef
  urn: string
  index: number | undefined
  action: EntryAction
  blocked: string | undefined
  /** Why no entry can be moved to another stack. */
  noMove: string | undefined
}

function Entry({ stack, urn, index, action, blocked, noMove }: EntryProps) {
  const navigate = useNavigate()
  const { data: source, error, refetch, isFetching } = useQuery(editQueries.entry(stack, urn, index))
  const entry = source && entryOf(source.text)
  const go = (next: EntryAction) =>
    void navigate(paths.edit(stack, { urn, index, do: next }), { replace: true, preventScrollReset: true })
  return (
    <>
      <header className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold wrap-anywhere">{urnName(urn)}</h2>
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
            <span title={urnType(urn)}>{shortType(urnType(urn))}</span>
            <UrnText urn={urn} max={44} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.resources(stack, { urn })}>View resource</LinkButton>
          <LinkButton to={paths.edit(stack)}>Choose another resource</LinkButton>
        </div>
      </header>
      {error && <ErrorView title="The entry could not be loaded" {...failureOf({ error, refetch, isFetching })} />}
      {!source && !error && <Skeleton label="Loading the entry" rows={8} />}
      {source && entry && (
        <>
          <nav aria-label="What to do with this entry" className="flex flex-wrap gap-1">
            {actionsFor(factsOf(entry)).map(({ action: each, title, Icon, blocked: why }) => (
              <Button
                key={each}
                size="sm"
                look="plain"
                aria-current={each === action ? 'true' : undefined}
                blocked={each === action ? undefined : why(factsOf(entry))}
                className="aria-[current=true]:bg-accent-subtle aria-[current=true]:text-accent"
                onClick={() => go(each)}
              >
                <Icon aria-hidden /> {title.replace('…', '')}
              </Button>
            ))}
          </nav>
          {action === 'move' ? (
            <MoveEditor
              stack={stack}
              urns={[source.urn]}
              basis={source.basis}
              blocked={blocked ?? noMove}
              onReview={() => void refetch()}
            />
          ) : (
            <EntryEditor
              stack={stack}
              source={source}
              action={action}
              blocked={blocked}
              onReview={() => void refetch()}
            />
          )}
        </>
      )}
    </>
  )
}
