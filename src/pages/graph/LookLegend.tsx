import { troubleOf } from '#src/api/http/problem.ts'
import { OVERLAYS } from '#src/features/graph/overlays/choice.ts'
import type { Since } from '#src/features/graph/overlays/useOverlay.ts'
import { OverlayLegend } from '#src/features/graph/overlays/OverlayLegend.tsx'
import { paths } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { list, number } from '#words/counts.ts'
import type { useGraph } from './useGraph.ts'

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
    <>
      <OverlayLegend
        overlay={overlay}
        chosen={filter.is}
        onChoose={(is) => change({ is })}
        nothing={OVERLAYS[choice.kind].nothing}
      />
      {look.since && <LaterChanges since={look.since} />}
    </>
  )
}

/** A past update over the state of now: how many resources came and went since. */
function LaterChanges({ since: { version, now, counts, isUnknown } }: { since: Since }) {
  const stack = useStackRef()
  if (!counts && !isUnknown) return null
  const parts = counts
    ? [
        counts.added > 0 && `${number(counts.added)} added (not marked)`,
        counts.removed > 0 && `${number(counts.removed)} removed (not drawn)`,
        counts.renamed > 0 && `${number(counts.renamed)} renamed`,
      ].filter((part) => part !== false)
    : []
  return (
    <span>
      Drawn over the current state, version {number(now)}. Since version {number(version)}:{' '}
      {counts ? (
        <TextLink to={paths.compare(stack, { from: version, to: now })}>
          {parts.length > 0 ? list(parts) : 'no resource added or removed'}
        </TextLink>
      ) : (
        'unknown, because that version can’t be read'
      )}
      .
    </span>
  )
}
