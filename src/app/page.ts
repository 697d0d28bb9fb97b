import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LazyRouteFunction, LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router'

/** What a page's file exports: the page, and what has to be there before its first paint. */
export type PageModule = {
  default: ComponentType
  loader?: (client: QueryClient) => (args: LoaderFunctionArgs) => unknown
}

/** A page in a chunk of its own; its loader is given the cache. */
export const page =
  (client: QueryClient, load: () => Promise<PageModule>): LazyRouteFunction<RouteObject> =>
  async () => {
    const { default: Component, loader } = await load()
    return loader ? { Component, loader: answered(loader(client)) } : { Component }
  }

/** The data is the cache's; the router only waits for it. It takes `undefined` for a loader that forgot to answer. */
const answered =
  (load: (args: LoaderFunctionArgs) => unknown): LoaderFunction =>
  async (args) => {
    const answer = await load(args)
    return answer instanceof Response ? answer : null
  }
