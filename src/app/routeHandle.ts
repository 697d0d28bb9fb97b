import type { Params, UIMatch } from 'react-router'
import type { PageKind } from './waiting/PageShape.tsx'

/** A route's information for the shell. */
export type RouteHandle = {
  /** The document's title without the product's name. */
  title?: (params: Params) => string
  /** The page takes the whole width of the window: the graph. */
  isWide?: boolean
  /** The page uses a wide window up to a maximum width: lists, dashboards. */
  isRoomy?: boolean
  /** The loading state of the page; that of a list by default. */
  waits?: PageKind
}

const isHandle = (handle: unknown): handle is RouteHandle => typeof handle === 'object' && handle !== null

/** The innermost route wins. */
export function handleOf(matches: readonly UIMatch[]): Required<Omit<RouteHandle, 'title' | 'waits'>> & {
  title: string
  waits: PageKind | undefined
} {
  let title = 'Holdfast'
  let isWide = false
  let isRoomy = false
  let waits: PageKind | undefined
  for (const { handle, params } of matches) {
    if (!isHandle(handle)) continue
    if (handle.title) title = `${handle.title(params)} · Holdfast`
    if (handle.isWide !== undefined) isWide = handle.isWide
    if (handle.isRoomy !== undefined) isRoomy = handle.isRoomy
    if (handle.waits) waits = handle.waits
  }
  return { title, isWide, isRoomy, waits }
}
