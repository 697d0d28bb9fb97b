import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Sheets } from './scene.ts'

/** At most this many requests wait; older ones are dropped, because the user has moved past those groups. */
const MAX_WAITING = 24

/** Layouts that arrive within this time are reported together: each report repaints the picture. */
const TOGETHER_MS = 60

/**
 * Layouts by item, one after the other, the latest request first: that is what the user looks at now. `onArrival` is
 * called when some have arrived, at once if no others are expected. A group whose layout fails stays closed, and
 * `onFailure` is called.
 */
export function sheetLoader(
  lay: (item: number) => Promise<Positions>,
  onArrival: () => void,
  onFailure: (error: unknown) => void,
): Sheets & { close: () => void } {
  const layouts = new Map<number, Positions | undefined>()
  const state = { waiting: [] as number[], isBusy: false, isClosed: false }
  let report: ReturnType<typeof setTimeout> | undefined
  const reportNow = () => {
    clearTimeout(report)
    report = undefined
    if (!state.isClosed) onArrival()
  }
  const next = async (): Promise<void> => {
    const item = state.isClosed ? undefined : state.waiting.pop()
    state.isBusy = item !== undefined
    if (item === undefined) return
    try {
      layouts.set(item, await lay(item))
      if (state.waiting.length === 0) reportNow()
      else report ??= setTimeout(reportNow, TOGETHER_MS)
    } catch (error) {
      if (!state.isClosed) onFailure(error)
    }
    await next()
  }
  return {
    get: (item) => layouts.get(item),
    request(item) {
      if (layouts.has(item)) return
      layouts.set(item, undefined)
      state.waiting = [...state.waiting, item]
      const oldest = state.waiting.splice(0, Math.max(0, state.waiting.length - MAX_WAITING))
      for (const former of oldest) layouts.delete(former)
      if (!state.isBusy) void next()
    },
    close: () => void (state.isClosed = true),
  }
}
