import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Changes } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { GraphModel } from './model.ts'
import { type Size, viewOf } from './worker/expected.ts'
import { layoutQuery } from './worker/queries.ts'
import type { Sheets } from './scene.ts'

const NONE: Size = { width: 0, height: 0 }

/** The layout of the whole, and those of closed groups on request. `onArrival` is called when one of these arrives. */
export function useSheets(model: GraphModel, changes: Changes, size: Size | undefined, onArrival: () => void) {
  const client = useQueryClient()
  const known = size ?? NONE
  const root = useQuery({
    ...layoutQuery(model, viewOf(0, known, changes)),
    enabled: size !== undefined && model.hash !== '',
  })
  const { width, height } = viewOf(0, known, changes)
  const sheets = useMemo(
    () =>
      sheetLoader(
        (item) =>
          client.fetchQuery({
            ...layoutQuery(model, viewOf(item, { width, height }, changes)),
            gcTime: KEPT_MS,
          }),
        onArrival,
      ),
    [client, model, width, height, changes, onArrival],
  )
  useEffect(() => sheets.close, [sheets])
  return { root, sheets }
}

/** Layouts of groups are not kept for long: making one again is cheap. */
const KEPT_MS = 60_000
/** At most this many requests wait: groups that the user has passed are not needed. */
const WAITING = 24

/** Layouts by item, one after the other, the latest request first: that is what the user looks at now. */
function sheetLoader(lay: (item: number) => Promise<Positions>, onArrival: () => void): Sheets & { close: () => void } {
  const known = new Map<number, Positions | undefined>()
  const state = { waiting: [] as number[], isBusy: false, isClosed: false }
  const next = async (): Promise<void> => {
    const item = state.isClosed ? undefined : state.waiting.pop()
    state.isBusy = item !== undefined
    if (item === undefined) return
    try {
      known.set(item, await lay(item))
      if (!state.isClosed) onArrival()
    } catch {
      // The group stays closed; a failure of all layouts is reported by the layout of the whole.
    }
    await next()
  }
  return {
    of: (item) => known.get(item),
    want(item) {
      if (known.has(item)) return
      known.set(item, undefined)
      state.waiting = [...state.waiting, item]
      for (const passed of state.waiting.splice(0, Math.max(0, state.waiting.length - WAITING))) known.delete(passed)
      if (!state.isBusy) void next()
    },
    close: () => void (state.isClosed = true),
  }
}
