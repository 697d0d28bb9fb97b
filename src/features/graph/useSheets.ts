import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { View } from '#domain/graphLayout/layout.ts'
import type { Changes } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { GraphModel } from './model.ts'
import { layoutQuery } from './queries.ts'
import type { Sheets } from './scene.ts'

/** Sizes of a window are taken in steps: a bar that appears lays nothing out anew. */
const STEP = 40
const stepped = (size: number): number => Math.max(STEP * 4, Math.floor(size / STEP) * STEP)

export type Size = { width: number; height: number }

/** The layout of the whole, and those of closed groups as they are asked for. `onArrival` is told when one of these is there. */
export function useSheets(model: GraphModel, { opened, shut }: Changes, size: Size | undefined, onArrival: () => void) {
  const client = useQueryClient()
  const [width, height] = [stepped(size?.width ?? 0), stepped(size?.height ?? 0)]
  const root = useQuery({
    ...layoutQuery(model, { root: 0, width, height, opened, shut }),
    enabled: size !== undefined,
  })
  const sheets = useMemo((): Sheets & { close: () => void } => {
    const known = new Map<number, Positions | undefined>()
    let waiting: number[] = []
    let isBusy = false
    let isClosed = false
    const next = async (): Promise<void> => {
      const item = waiting.pop() // the last that was asked for is what a person looks at now
      if (item === undefined || isClosed) return void (isBusy = false)
      const view: View = { root: item, width, height, opened, shut }
      try {
        known.set(item, await client.fetchQuery({ ...layoutQuery(model, view), gcTime: 60_000 }))
        if (!isClosed) onArrival()
      } catch {
        // The group stays closed; what failed for all is told by the layout of the whole.
      }
      return next()
    }
    return {
      of: (item) => known.get(item),
      want(item) {
        if (known.has(item)) return
        known.set(item, undefined)
        waiting = [...waiting, item].slice(-24)
        if (isBusy) return
        isBusy = true
        void next()
      },
      close: () => void (isClosed = true),
    }
  }, [client, model, width, height, opened, shut, onArrival])
  useEffect(() => sheets.close, [sheets])
  return { root, sheets }
}
