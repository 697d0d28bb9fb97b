import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './problem.ts'

/** While live, data is marked stale by events; this is the net beneath it. */
const FRESH_MS = 30_000

/** The cache of everything that the server owns. A refusal is asked once; what may pass is asked twice more. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        networkMode: 'always', // a server on this machine is there without any network
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
