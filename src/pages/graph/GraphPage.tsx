import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import Workflow from 'lucide-react/icons/workflow'
import { StackRef } from '#contract/common.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { useFocus } from './focus/useFocus.ts'
import { GraphMap } from './GraphMap.tsx'
import { GraphWaiting } from './GraphWaiting.tsx'
import { useGraph } from './useGraph.ts'
import { useMapState } from './useMapState.ts'

/** Loaded separately: fewer users need it than the map, which must not wait for it. */
const FocusPage = lazy(() => import('./focus/FocusPage.tsx'))
const PastBar = lazyPart(async () => (await import('./PastBar.tsx')).PastBar)

/** The dependencies of a stack: the map, or the answer to a question about some of its resources. */
export default function GraphPage() {
  return (
    <Suspense fallback={<GraphWaiting />}>
      <Graph />
    </Suspense>
  )
}

function Graph() {
  const stack = StackRef.parse(useParams())
  const graph = useGraph(stack)
  const focus = useFocus(graph.entries)
  const map = useMapState(graph)
  const isPast = graph.past !== undefined
  const pastBar = isPast && (
    <Suspense fallback={<div className="h-10" />}>
      <PastBar stack={stack} past={graph.past} newest={graph.newest} look={graph.look} />
    </Suspense>
  )
  if (graph.entries.count === 0) return <Empty isPast={isPast}>{pastBar}</Empty>
  if (focus.address)
    return (
      <>
        {pastBar}
        <FocusPage stack={stack} graph={graph} focus={focus} />
      </>
    )
  return (
    <GraphMap stack={stack} graph={graph} map={map} focus={focus}>
      {pastBar}
      {graph.missing !== undefined && (
        <Notice
          tone="unknown"
          title={isPast ? 'This resource is not in this state' : 'This resource is not in the current state'}
          actions={<Button onClick={() => graph.select(-1)}>Clear the selection</Button>}
        >
          <UrnText urn={graph.missing} />
        </Notice>
      )}
    </GraphMap>
  )
}

function Empty({ isPast, children }: { isPast: boolean; children: ReactNode }) {
  return (
    <>
      {children}
      <EmptyState Icon={Workflow} title={isPast ? 'No resources in this state' : 'No resources yet'}>
        {isPast ? (
          'There is nothing to draw.'
        ) : (
          <>
            The first <code>pulumi up</code> fills this graph: components as boxes, dependencies as lines.
          </>
        )}
      </EmptyState>
    </>
  )
}
