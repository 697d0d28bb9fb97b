import { fullName } from '#domain/stackName.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Workflow from 'lucide-react/icons/workflow'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { StackGraph } from '#contract/stackGraph.ts'
import { activityQueries } from '#src/api/activity.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { counted } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { LinkedStackTable } from './LinkedStackTable.tsx'
import { FEW_STACKS, PictureCard } from './PictureCard.tsx'
import { exportedStacks } from './stackExport.ts'
import { SelectedStack } from './SelectedStack.tsx'
import { attentionWords, linksOf } from './stackPicture.ts'
import { useStackMarks } from './useStackMarks.ts'
import { useStaleReaders } from './useStaleReaders.ts'

export const loader = (client: QueryClient) => () => client.ensureQueryData(activityQueries.stackGraph())

/** Which stack reads the outputs of which: as a picture if there is room, and as a table. */
export default function StackGraphPage() {
  const { data: graph } = useSuspenseQuery(activityQueries.stackGraph())
  const [search] = useSearchParams()
  const isWide = useIsWide()
  const links = useMemo(() => linksOf(graph), [graph])
  const stale = useStaleReaders(graph, links)
  const { stacks, aloneCount } = graph
  const { selected, selection, select } = useSelection(stacks)
  const { marks, hits } = useStackMarks(graph, { links, stale, selected, only: isWide ? search.get('is') : null })

  return (
    <>
      <Header graph={graph} staleCount={stale.names.size} hasPicture={isWide} />
      {stacks.length === 0 ? (
        <NoLinks aloneCount={aloneCount} />
      ) : (
        <>
          {selected >= 0 && <SelectedStack graph={graph} links={links} index={selected} onSelect={select} />}
          <div
            className={cx(
              'grid items-start gap-4',
              // A few stacks are larger in all of the width, and leave room for their table below.
              isWide && stacks.length > FEW_STACKS && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
            )}
          >
            {isWide && (
              <PictureCard
                graph={graph}
                stale={stale}
                marks={marks}
                hits={hits}
                selected={selected}
                linkTo={(index) => `?${selection(index)}`}
                onSelect={select}
              />
            )}
            <LinkedStackTable
              graph={graph}
              links={links}
              stale={stale}
              hits={hits}
              selected={selected}
              onSelect={select}
            />
          </div>
        </>
      )}
    </>
  )
}

/** The selected stack, which is in the address; -1 for none. */
function useSelection(stacks: StackGraph['stacks']) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('stack')
  const selected = stacks.findIndex(({ ref }) => fullName(ref) === named)
  /** The address with another stack selected. */
  const selection = (index: number): URLSearchParams => {
    const ref = stacks[index]?.ref
    const next = new URLSearchParams(search)
    if (ref) next.set('stack', fullName(ref))
    else next.delete('stack')
    next.delete('output')
    next.delete('is')
    return next
  }
  const select = (index: number): void => setSearch(selection(index), { replace: true, preventScrollReset: true })
  return { selected, selection, select }
}

type HeaderProps = { graph: StackGraph; staleCount: number; hasPicture: boolean }

/** What the page shows, in numbers. Without the picture, the export is here. */
function Header({ graph, staleCount, hasPicture }: HeaderProps) {
  const { stacks, aloneCount } = graph
  const attention = attentionWords(stacks)
  return (
    <PageHeader
      title="Stack dependencies"
      actions={
        !hasPicture &&
        stacks.length > 0 && (
          <ExportMenu stack="stacks" view={undefined} all={{ name: 'map', graph: () => exportedStacks(graph) }} />
        )
      }
      meta={
        stacks.length > 0 && (
          <span>
            Which stack reads outputs of which, by the StackReferences in their states.{' '}
            {counted(stacks.length, 'stack')} linked
            {aloneCount > 0 && `; ${counted(aloneCount, 'stack')} without links`}.
            {attention !== undefined && ` ${attention}.`}
            {staleCount > 0 && ` ${counted(staleCount, 'uses older outputs', 'use older outputs')}.`}
          </span>
        )
      }
    />
  )
}

/** What the picture is for, and how its first line appears. */
const NoLinks = ({ aloneCount }: { aloneCount: number }) => (
  <Card>
    <EmptyState
      Icon={Workflow}
      title="No stack reads another one"
      action={
        aloneCount > 0 ? (
          <LinkButton to={paths.stacks()}>View stacks</LinkButton>
        ) : (
          <LinkButton look="primary" to={paths.connect()}>
            Connect the CLI
          </LinkButton>
        )
      }
    >
      Lines appear here when a program reads another stack with
      {/* On a phone it breaks only between names. */}
      <code className="my-1 block font-mono text-sm [overflow-wrap:normal]">
        {'new\u00A0pulumi.StackReference("organization/'}
        <wbr />
        project/
        <wbr />
        stack")
      </code>
      and <code className="font-mono">pulumi up</code> has run. They show who is affected when an output changes.
    </EmptyState>
  </Card>
)
