import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { troubleOf } from '#src/api/problem.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'

/** Looks again at what is there now, because the person asked to. */
export function useReview(
  stack: StackRef,
  onRead: (diagnosis: Diagnosis) => void,
): { ask: () => void; isPending: boolean; trouble: string | undefined } {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 }),
    onSuccess: onRead,
  })
  return { ask: () => mutate(), isPending, trouble: error ? troubleOf(error).detail : undefined }
}
