import type { Params, UIMatch } from 'react-router'
import type { Place } from './PageShape.tsx'

/** A route's information for the shell. */
export type RouteHandle = {
  /** The document's title without the product's name. */
  title?: (params: Params) => string
  /** What the page is a part of, if its head has breadcrumbs or tabs: its loading state shows them. */
  partOf?: Place
  /** The page takes the whole width of the window: the graph. */
  isWide?: boolean
  /** The page uses a wide window up to a maximum width: lists, dashboards. */
  isRoomy?: boolean
}

const isHandle = (handle: unknown): handle is RouteHandle => typeof handle === 'object' && handle !== null

/** The innermost route wins. */
export function handleOf(matches: readonly UIMatch[]) {
  let title = 'Holdfast'
  let isWide = false
  let isRoomy = false
  let partOf: Place | undefined
  for (const { handle, params } of matches) {
    if (!isHandle(handle)) continue
    if (handle.title) title = `${handle.title(params)} · Holdfast`
    if (handle.partOf) partOf = handle.partOf
    if (handle.isWide !== undefined) isWide = handle.isWide
    if (handle.isRoomy !== undefined) isRoomy = handle.isRoomy
  }
  return { title, isWide, isRoomy, partOf }
}
