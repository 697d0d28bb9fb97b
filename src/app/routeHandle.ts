import type { Params, UIMatch } from 'react-router'

/** What a page can be a part of. */
export type Place = 'home' | 'stack' | 'updates' | 'stacks' | 'settings' | 'diagnose'

/** The layout of a page below its head, as its loading state shows it. */
export type Body =
  | 'rows'
  | 'filtered'
  | 'tree'
  | 'cards'
  | 'columns'
  | 'overview'
  | 'run'
  | 'lanes'
  | 'pane'
  | 'text'
  | 'fields'

/** A route's information for the shell. */
export type RouteHandle = {
  /** The document's title without the product's name. */
  title: string | ((params: Params) => string)
  /** What the page is a part of, if its head has breadcrumbs, tabs or figures: its loading state shows them. */
  partOf?: Place
  /** By default rows. */
  body?: Body
  /** The page takes the whole width of the window: the graph, pages before the sign-in. */
  isWide?: boolean
  /** The page uses a wide window up to a maximum width: lists, dashboards. */
  isRoomy?: boolean
}

const isHandle = (handle: unknown): handle is RouteHandle => typeof handle === 'object' && handle !== null

/** What the page is called, without what it is about: `Updates` of `Updates · shop/prod · Holdfast`. */
export const pageName = (matches: readonly UIMatch[]): string => handleOf(matches).title.split(' · ', 1).join('')

/** The innermost route wins. */
export function handleOf(matches: readonly UIMatch[]) {
  let title = 'Holdfast'
  const shell: Omit<RouteHandle, 'title'> = {}
  for (const { handle, params } of matches) {
    if (!isHandle(handle)) continue
    const { title: own, ...others } = handle
    title = `${typeof own === 'string' ? own : own(params)} · Holdfast`
    Object.assign(shell, others)
  }
  return { ...shell, title }
}
