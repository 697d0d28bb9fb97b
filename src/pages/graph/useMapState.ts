import { useCallback, useMemo, useState } from 'react'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { ItemRequest } from '#src/features/graph/GraphCanvas.tsx'
import { showsOutline, useOutline } from '#src/features/graph/outline.ts'
import type { GraphState } from './useGraph.ts'

/** What the page remembers of the map, also while a question is in its place. */
export function useMapState({
  model: { tree, hash },
  entries,
  select,
}: Pick<GraphState, 'model' | 'entries' | 'select'>) {
  const { isShown, setShown } = useOutline()
  const hasOutline = showsOutline(isShown, entries.count)
  const [target, setTarget] = useState<{ resource: number }>()
  // A resource may be requested before it is in a group; later updates do not repeat the request.
  const isGrouped = hash !== ''
  const request = useMemo<ItemRequest>(
    () => target && { item: tree.itemOf[target.resource] ?? -1 },
    [target, isGrouped], // oxlint-disable-line react/exhaustive-deps -- only whether there is a tree yet
  )
  const [picture, setPicture] = useState<{ positions: Positions | undefined }>()
  const onPainted = useCallback((positions: Positions | undefined) => setPicture({ positions }), [])
  return {
    hasOutline,
    setOutline: setShown,
    /** The item that the view is to move to. */
    request,
    /** Selects a resource and moves the view to it; -1 for none. */
    show(resource: number) {
      select(resource)
      setTarget(resource < 0 ? undefined : { resource })
    },
    /** The first picture is there, or will not come. */
    isPainted: picture !== undefined,
    positions: picture?.positions,
    onPainted,
  }
}

export type MapState = ReturnType<typeof useMapState>
