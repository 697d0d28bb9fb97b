import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LazyRouteFunction, LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router'
import { peopleQueries } from '#src/api/session.ts'

/** What a page's file exports: the page, and what has to be there before its first paint. */
export type PageModule = {
  default: ComponentType
  loader?: (client: QueryClient) => (args: LoaderFunctionArgs) => unknown
}

/** A page in a chunk of its own; its loader is given the cache. A bare page may be shown without a session. */
export const page =
  (client: QueryClient, load: () => Promise<PageModule>, isBare = false): LazyRouteFunction<RouteObject> =>
  async () => {
    const { default: Component, loader } = await load()
    return loader ? { Component, loader: answered(loader(client), isBare ? undefined : client) } : { Component }
  }

/** The data is the cache's; the router only waits for it. It takes `undefined` for a loader that forgot to answer. */
const answered =
  (load: (args: LoaderFunctionArgs) => unknown, client: QueryClient | undefined): LoaderFunction =>
  async (args) => {
    const [answer] = await Promise.all([load(args), client && ofNames(client)])
    return answer instanceof Response ? answer : null
  }

/** Names of users, fetched in parallel with the page's data: a name that replaces a login later would shift the layout. */
const ofNames = (client: QueryClient): Promise<unknown> =>
  client.ensureQueryData({ ...peopleQueries.all(), retry: false }).catch(() => undefined)
