import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LazyRouteFunction, LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router'
import { peopleQueries, sessionQueries } from '#src/api/session.ts'

/** The exports of a page's file: the page, and the data that is needed before its first paint. */
export type PageModule = {
  default: ComponentType
  loader?: (client: QueryClient) => (args: LoaderFunctionArgs) => unknown
}

/** A lazily loaded page whose loader gets the query cache. A bare page may be shown without a session. */
export const page =
  (client: QueryClient, load: () => Promise<PageModule>, isBare = false): LazyRouteFunction<RouteObject> =>
  async () => {
    const { default: Component, loader } = await load()
    return loader ? { Component, loader: answered(loader(client), isBare ? undefined : client) } : { Component }
  }

/** A page whose loader is a file of its own: the data is requested while the code of the page is still loading. */
export const pageWithData = (
  client: QueryClient,
  load: () => Promise<Pick<PageModule, 'default'>>,
  loadLoader: () => Promise<Required<Pick<PageModule, 'loader'>>>,
): NonNullable<RouteObject['lazy']> => ({
  // First, because files arrive in the order in which they were asked for.
  loader: async () => answered((await loadLoader()).loader(client), client),
  Component: async () => (await load()).default,
})

/** The data is in the cache; the router only waits for it. It treats `undefined` as a loader that forgot to answer. */
const answered =
  (load: (args: LoaderFunctionArgs) => unknown, client: QueryClient | undefined): LoaderFunction =>
  async (args) => {
    const [answer] = await Promise.all([load(args), client && namesAndClock(client)])
    return answer instanceof Response ? answer : null
  }

/**
 * Names of users and the server's clock, fetched in parallel with the page's data: a name that replaces a login later, or
 * an age by the clock of this machine, would shift the layout, and be wrong until then.
 */
const namesAndClock = (client: QueryClient): Promise<unknown> =>
  Promise.allSettled([
    client.ensureQueryData({ ...peopleQueries.all(), retry: false }),
    client.ensureQueryData({ ...sessionQueries.current(), retry: false }),
  ])
