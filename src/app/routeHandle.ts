import type { Params, UIMatch } from 'react-router'

/** What a route tells the shell about its page. */
export type RouteHandle = {
  /** The document's title without the product's name. */
  title?: (params: Params) => string
  /** The page takes the whole width of the window: the graph. */
  isWide?: boolean
}

const isHandle = (handle: unknown): handle is RouteHandle => typeof handle === 'object' && handle !== null

/** Innermost answers win. */
export function handleOf(matches: readonly UIMatch[]): { title: string; isWide: boolean } {
  let title = 'Holdfast'
  let isWide = false
  for (const { handle, params } of matches) {
    if (!isHandle(handle)) continue
    if (handle.title) title = `${handle.title(params)} · Holdfast`
    if (handle.isWide !== undefined) isWide = handle.isWide
  }
  return { title, isWide }
}
