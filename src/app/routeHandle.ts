import type { Params, UIMatch } from 'react-router'

/** A route's information for the shell. */
export type RouteHandle = {
  /** The document's title without the product's name. */
  title?: (params: Params) => string
  /** The page takes the whole width of the window: the graph. */
  isWide?: boolean
  /** The page has columns for a wide window, and stops where lines would get too long: lists, dashboards. */
  isRoomy?: boolean
}

const isHandle = (handle: unknown): handle is RouteHandle => typeof handle === 'object' && handle !== null

/** Innermost answers win. */
export function handleOf(matches: readonly UIMatch[]): { title: string; isWide: boolean; isRoomy: boolean } {
  let title = 'Holdfast'
  let isWide = false
  let isRoomy = false
  for (const { handle, params } of matches) {
    if (!isHandle(handle)) continue
    if (handle.title) title = `${handle.title(params)} · Holdfast`
    if (handle.isWide !== undefined) isWide = handle.isWide
    if (handle.isRoomy !== undefined) isRoomy = handle.isRoomy
  }
  return { title, isWide, isRoomy }
}
