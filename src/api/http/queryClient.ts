import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  noop,
  type Query,
  QueryClient,
  type QueryFilters,
} from '@tanstack/react-query'
import { isTransient } from './problem.ts'

/** While live events arrive, they mark data stale; this interval is the safety net. */
const FRESH_MS = 30_000

/** The cache of all server data. Refusals are not retried; errors that may pass are retried twice. */
export const createQueryClient = (): QueryClient =>
  new ConsoleQueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        networkMode: 'always', // a server on this machine is reachable without a network
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** After a change, first requests that were sent before it are sent again too; their callers get the new answer. */
class ConsoleQueryClient extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    for (const query of firstFetches(this, filters)) {
      void query.cancel({ silent: true })
      void query.fetch().catch(noop) // the screen of a failed query shows the error itself
    }
    return super.invalidateQueries(filters, options)
  }
}

/**
 * Queries that are fetched for the first time, or for a page that is not on screen yet. Marked stale they would not be
 * fetched again, and would count as fresh once answered, although the answer may be older than what made them stale.
 */
export const firstFetches = (client: QueryClient, filters: QueryFilters): readonly Query[] =>
  client
    .getQueryCache()
    .findAll(filters)
    .filter((query) => query.state.fetchStatus !== 'idle' && (query.state.data === undefined || !query.isActive()))
