import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryOptions } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { troubleOf } from '#src/api/http/problem.ts'

export type Review = { ask: () => void; isPending: boolean; trouble: string | undefined }

/** Refreshes at the user's request. */
export function useReview<Data>(read: (client: QueryClient) => Promise<Data>, onRead: (data: Data) => void): Review {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => read(client), onSuccess: onRead })
  return { ask: () => mutate(), isPending, trouble: error ? troubleOf(error).detail : undefined }
}

/** Refreshes the options of a recovery, and the stack. */
export const useOptionsReview = (
  stack: StackRef,
  recovery: RecoveryId,
  version: number | undefined,
  onRead: (options: RecoveryOptions) => void,
): Review =>
  useReview(async (client) => {
    await client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 })
    return client.fetchQuery({ ...recoveryQueries.options(stack, recovery, version), staleTime: 0 })
  }, onRead)
