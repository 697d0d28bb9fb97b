import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './problem.ts'

/** While live events arrive, they mark data stale; this interval is the safety net. */
const FRESH_MS = 30_000

/** The cache of all server data. Refusals are not retried; errors that may pass are retried twice. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        networkMode: 'always', // a server on this machine is reachable without a network
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
