import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { StackGraph } from '#contract/stackGraph.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { toggled } from '#domain/graphLayout/open.ts'
import { overlayCounts } from '#domain/overlays/overlay.ts'
import { activityQueries } from '#src/api/activity.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { OverlaySign } from '#src/features/graph/overlays/OverlaySign.tsx'
import { readAddress, withChanges } from '#src/features/graph/address.ts'
import { type CanvasHandle, GraphCanvas, type Wish } from '#src/features/graph/GraphCanvas.tsx'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { Card } from '#src/ui/Card.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { fullName } from '#domain/stackName.ts'
import { number } from '#words/counts.ts'
import { exportedStacks, pictureOfStacks } from './stackExport.ts'
import { isStale, type Links, reachMarks, stackPicture } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

const NO_STACK: StackRef = { org: '', project: '', stack: '' }

type Props = {
  graph: StackGraph
  links: Links
  stale: StaleStacks
  selected: number
  onSelect: (index: number) => void
}

/** The picture; the table next to it has the same content. */
export function PictureCard({ graph, links, stale, selected, onSelect }: Props) {
  const [search, setSearch] = useSearchParams()
  const canvas = useRef<CanvasHandle>(null)
  const { model, frame, stackCount } = useMemo(() => stackPicture(graph), [graph])
  const { tree } = model
  const [positions, setPositions] = useState<Positions>()
  const address = useMemo(() => readAddress(search), [search])
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const { opened, shut } = address
  const changes = useMemo(() => ({ opened, shut }), [opened, shut])
  const wish = useMemo<Wish>(() => (item < 0 ? undefined : { item }), [item])

  const healthOf = useMemo(() => graph.stacks.map(({ health }) => health), [graph])
  const statusOf = useCallback(
    (resource: number) => {
      const health = healthOf[resource]
      return health && <HealthStatus health={health} size="small" />
    },
    [healthOf],
  )
  const chosen = graph.stacks[selected]
  const { data: readers } = useQuery({
    ...activityQueries.stackReaders(chosen?.ref ?? NO_STACK),
    enabled: chosen !== undefined && (links.readBy[selected] ?? []).length > 0,
  })
  const marks = useMemo(() => {
    const own = new Set(readers?.readers.filter(isStale).map(({ ref }) => fullName(ref)))
    return reachMarks(graph, links, selected, chosen ? own : stale.names)
  }, [graph, links, selected, chosen, readers, stale.names])
  const counts = overlayCounts(marks)
  const toggle = (group: number, isOpen: boolean): void =>
    setSearch(withChanges(search, toggled(changes, tree.key[group] ?? 0, isOpen)), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <Card
      title="Map"
      padding="none"
      actions={
        <>
          <ExportMenu
            stack="stacks"
            view={undefined}
            all={{
              name: 'map',
              graph: () => exportedStacks(graph),
              picture: async () => positions && pictureOfStacks(model, positions),
            }}
          />
          <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
          <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
          <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
        </>
      }
    >
      <div className="h-[max(34rem,calc(100dvh-15rem))]">
        <GraphCanvas
          ref={canvas}
          wish={wish}
          model={model}
          frame={frame}
          isInLine
          changes={changes}
          equal="The table next to it shows the same stacks."
          selected={item}
          onSelect={(target) => {
            const resource = target < 0 ? -1 : (tree.resource[target] ?? -1)
            onSelect(resource < stackCount ? resource : -1)
          }}
          onToggle={toggle}
          onPainted={setPositions}
          statusOf={statusOf}
          marks={marks}
        />
      </div>
      <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
        Arrows point to the stack that uses the output.
        {marks.classes.map(
          (mark, place) =>
            (counts[place] ?? 0) > 0 && (
              <span key={mark.id} className="ml-4 inline-flex items-center gap-1.5">
                <OverlaySign mark={mark} /> {mark.words(counts[place] ?? 0)}
              </span>
            ),
        )}
        {!chosen && stale.sourceCount > 0 && <span className="ml-4">{comparedWords(stale)}</span>}
      </p>
    </Card>
  )
}

function comparedWords({ names, isPending, sourceCount, comparedCount }: StaleStacks): string {
  if (isPending) return 'Comparing outputs with what was read …'
  if (comparedCount < sourceCount)
    return `Outputs of ${number(comparedCount)} of ${number(sourceCount)} stacks are compared: select another one for its readers.`
  return names.size > 0 ? '' : 'All readers have the current values.'
}
