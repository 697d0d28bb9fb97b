import type { UseQueryResult } from '@tanstack/react-query'
import { troubleOf } from './problem.ts'

/** What went wrong in a query, and how to try again; fits `ErrorView`. */
export const failureOf = ({
  error,
  refetch,
  isFetching,
}: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>) => ({
  trouble: troubleOf(error),
  onRetry: () => void refetch(),
  busy: isFetching,
})
