import { troubleOf } from '#src/api/http/problem.ts'
import type { OverlayKind } from '#src/features/graph/overlays/choice.ts'
import { OverlayLegend } from '#src/features/graph/overlays/OverlayLegend.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { useGraph } from './useGraph.ts'

const NOTHING: Record<OverlayKind, string> = {
  status: 'Nothing out of the ordinary.',
  update: 'It changed nothing.',
  diff: 'No differences.',
  pending: 'No pending operations.',
  integrity: 'No integrity problems.',
  alarms: 'No open alarms.',
  age: 'The state has no dates.',
  durations: 'No durations were recorded.',
  type: 'No types.',
  provider: 'No provider is used.',
}

/** The legend of the overlay, or why there is none. */
export function LookLegend({ look }: { look: ReturnType<typeof useGraph>['look'] }) {
  const { choice, overlay, filter, change, error, isPending, isFetching, refetch, run } = look
  if (error)
    return (
      <span role="alert" className="inline-flex flex-wrap items-center gap-2 text-danger">
        The overlay could not be read: {troubleOf(error).detail}
        <Button size="sm" onClick={refetch} busy={isFetching}>
          Try again
        </Button>
      </span>
    )
  if (run.isMissing) return <span>There is no such update.</span>
  if (isPending) return <span role="status">Reading the overlay …</span>
  return (
    <OverlayLegend
      overlay={overlay}
      chosen={filter.is}
      onChoose={(is) => change({ is })}
      nothing={NOTHING[choice.kind]}
    />
  )
}
