import { Suspense } from 'react'
import { troubleOf } from '#src/api/http/problem.ts'
import { OVERLAYS } from '#src/features/graph/overlays/choice.ts'
import { OverlayLegend } from '#src/features/graph/overlays/OverlayLegend.tsx'
import { Button } from '#src/ui/Button.tsx'
import { lazyPart } from '#src/lib/lazyPart.ts'
import type { Look } from './useLook.ts'

/** Needed where the state of a past update is gone. */
const LaterChanges = lazyPart(async () => (await import('./PastBar.tsx')).LaterChanges)

/** The legend of the overlay, or why there is none. */
export function LookLegend({ look }: { look: Look }) {
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
      {look.since && (
        <Suspense fallback={null}>
          <LaterChanges since={look.since} />
        </Suspense>
      )}
    </>
  )
}
