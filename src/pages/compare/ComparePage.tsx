import { paths, stackOf } from '#src/lib/paths.ts'
import { addressState, useAddressState, VISIT } from '#src/lib/useAddressState.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { CompareRequest, type Comparison, type EntryChange } from '#contract/diff.ts'
import type { StateVersions } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { editQueries } from '#src/api/edits.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import { DiffLayout, fittingLayout, layouts } from '#src/ui/diffLayout.ts'
import { SideWords } from '#src/features/diff/words.ts'
import { DiffView } from '#src/features/diff/DiffView.tsx'
import { ResourceLinks } from '#src/features/resources/ResourceLinks.tsx'
import { PropertyChanges } from '#src/ui/PropertyChanges.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CompareShape } from '#src/ui/WaitingShapes.tsx'
import { Suggestions } from './Suggestions.tsx'
import { Sides } from './Sides.tsx'

type Request = z.output<typeof CompareRequest>

/** The two sides; one that is absent or invalid is the newest version of this stack. */
const { from, to, of } = CompareRequest.shape
const address = addressState({ from, to, of, view: z.enum(layouts).optional() })

export const loader =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const stack = stackOf(params)
    const { view: _, ...sides } = address.read(new URL(request.url).searchParams)
    // Comparing takes longest, so it starts before the page's other data is there, if the address is complete.
    if (sides.from !== undefined || sides.of !== undefined) void client.prefetchQuery(editQueries.compare(stack, sides))
    await Promise.all([
      client.ensureQueryData(stackQueries.detail(stack)),
      // Suggestions at the top, which would shift the layout later; failures do not block the page.
      client.prefetchQuery(versionQueries.list(stack)),
      client.prefetchQuery(stackQueries.names()),
    ])
  }

/** The newest version before this one whose state is there, 0 before the first; undefined if there is none. */
function versionBefore(version: number, listed: z.output<typeof StateVersions> | undefined): number | undefined {
  if (version <= 1) return version === 1 ? 0 : undefined
  const found = listed?.versions.find((each) => each.version < version && each.removedAt === null)
  // Of a long history only the first page is there.
  return found?.version ?? (listed && listed.total <= listed.versions.length ? undefined : version - 1)
}

/** The differences between two states: versions of this stack, or of another stack. */
export default function ComparePage() {
  const stack = useStackRef()
  const [{ view = fittingLayout(), ...sides }, change] = useAddressState(address)
  const { data: detail } = useSuspenseQuery(stackQueries.detail(stack))
  const newest = detail.basis?.version ?? 0
  const { data: listed } = useQuery(versionQueries.list(stack))
  const isOpen = sides.from === undefined && sides.of === undefined
  // Without a left side: the changes of the last version.
  const before = isOpen ? versionBefore(sides.to ?? newest, listed) : undefined
  const request: Request = { ...sides, ...(before !== undefined && { from: before }) }
  const isNothing = isOpen && before === undefined
  const { data, error, refetch, isFetching } = useQuery({
    ...editQueries.compare(stack, request),
    enabled: !isNothing,
  })
  return (
    <div className="grid items-start gap-4 2xl:grid-cols-[28rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <Sides
          key={request.of ?? ''}
          stack={stack}
          request={request}
          newest={newest}
          onChange={(next) => change(next, VISIT)}
          layout={view}
          onLayout={(wanted) => change({ view: wanted }, { replace: true })}
        />
        {sides.of === undefined && <Suggestions stack={stack} request={request} newest={newest} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {isNothing && (
          <Notice tone="unknown" Icon={Info} announce="status" title="There is nothing to compare yet">
            {newest === 0
              ? 'This stack has no state yet.'
              : `Holdfast has no state of this stack from before version ${sides.to ?? newest}.`}
          </Notice>
        )}
        {error && (
          <ErrorView
            title="The two states could not be compared"
            trouble={troubleOf(error)}
            // A state that is not kept does not come back.
            {...(troubleOf(error).code === 'not_found'
              ? {
                  actions: (
                    <LinkButton size="sm" to={paths.versions(stack)}>
                      All versions
                    </LinkButton>
                  ),
                }
              : { onRetry: () => void refetch(), busy: isFetching })}
          />
        )}
        {!data && !error && !isNothing && (
          <Skeleton label="Comparing" onRetry={() => void refetch()}>
            <CompareShape rows={8} />
          </Skeleton>
        )}
        {data && !error && (
          <DiffLayout value={view}>
            <Result stack={stack} request={request} comparison={data} />
          </DiffLayout>
        )}
      </div>
    </div>
  )
}

const shortName = ({ project, stack }: StackRef): string => `${project}/${stack}`

function Result({
  stack,
  request,
  comparison: { from, to, isOtherStack, diff },
}: {
  stack: StackRef
  request: Request
  comparison: Comparison
}) {
  const nameOf = (side: Comparison['from']) =>
    isOtherStack ? `${fullName(side.stack)}, version ${side.version}` : `version ${side.version}`
  const heads = isOtherStack
    ? ([`${shortName(from.stack)}, version ${from.version}`, `${shortName(to.stack)}, version ${to.version}`] as const)
    : ([`Version ${from.version}`, `Version ${to.version}`] as const)
  const sides = isOtherStack
    ? { removed: `only in ${shortName(from.stack)}`, added: `only in ${shortName(to.stack)}` }
    : undefined
  return (
    <Card
      look="section"
      title={`From ${nameOf(from)} to ${nameOf(to)}`}
      level={2}
      actions={
        !isOtherStack && (
          <LinkButton size="sm" to={paths.graph(stack, { overlay: `diff.${from.version}.${to.version}` })}>
            Show in the graph
          </LinkButton>
        )
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {isOtherStack && (
          <Notice tone="unknown" announce="none" title="Compared as if both had the same name">
            Resources are matched by their URNs, with the name of one stack for both: those of {fullName(from.stack)}{' '}
            are shown as if they were of {fullName(to.stack)}. Ciphertexts always differ: each stack has a key of its
            own.
          </Notice>
        )}
        <SideWords value={sides}>
          <DiffView
            diff={diff}
            heads={heads}
            linksOf={({ change, urn }) => change !== 'removed' && <ResourceLinks stack={stack} urn={urn} />}
            nothing="No differences."
            moreOf={(entry) =>
              entry.isCut ||
              (entry.properties.length === 0 && (entry.change === 'added' || entry.change === 'removed')) ? (
                <Details key={entry.urn} stack={stack} request={request} entry={entry} heads={heads} />
              ) : undefined
            }
          />
        </SideWords>
      </div>
    </Card>
  )
}

type DetailsProps = { stack: StackRef; request: Request; entry: EntryChange; heads: readonly [was: string, is: string] }

/** The values of one entry, which the answer for all entries omits. */
function Details({ stack, request, entry, heads }: DetailsProps) {
  const { data, error } = useQuery(editQueries.compare(stack, { ...request, urn: entry.urn }))
  const same = data?.diff.entries.find((each) => each.change === entry.change && each.id === entry.id)
  if (error) return <p className="text-danger">The values could not be loaded. {troubleOf(error).detail}</p>
  if (!same) {
    return <Skeleton label="Loading the values" rows={3} />
  }
  return <PropertyChanges label="Properties" changes={same.properties} heads={heads} />
}
