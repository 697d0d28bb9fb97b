import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Changes } from '#domain/graphLayout/open.ts'
import type { GraphModel } from './model.ts'
import { type Size, viewOf } from './worker/expected.ts'
import { layoutQuery } from './worker/queries.ts'
import { sheetLoader } from './sheetLoader.ts'

const NONE: Size = { width: 0, height: 0 }

/** The layout of the whole, and those of closed groups on request. Calls `onArrival` when some of these have arrived. */
export function useSheets(
  model: GraphModel,
  changes: Changes,
  size: Size | undefined,
  isInLine: boolean,
  onArrival: () => void,
) {
  const client = useQueryClient()
  const pane = size ?? NONE
  const root = useQuery({
    ...layoutQuery(model, viewOf(0, pane, changes, isInLine)),
    enabled: size !== undefined && model.hash !== '',
  })
  const { width, height } = pane
  const [failed, setFailed] = useState<{ error: unknown; model: GraphModel }>()
  const [attempt, setAttempt] = useState(0)
  const sheets = useMemo(
    () =>
      sheetLoader(
        (item) =>
          client.fetchQuery({
            ...layoutQuery(model, viewOf(item, { width, height }, changes)),
            gcTime: CACHE_MS,
          }),
        onArrival,
        (error) => setFailed({ error, model }),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- another attempt requests all of them again
    [client, model, width, height, changes, onArrival, attempt],
  )
  useEffect(() => sheets.close, [sheets])
  const retry = () => {
    setFailed(undefined)
    setAttempt((n) => n + 1)
    if (root.isError) void root.refetch()
  }
  const failure = root.isError ? root : failed?.model === model ? failed : undefined
  return { root, sheets, failure: failure && { error: failure.error, retry } }
}

/** How long unused layouts of groups stay in memory; computing one again is cheap. */
const CACHE_MS = 60_000
