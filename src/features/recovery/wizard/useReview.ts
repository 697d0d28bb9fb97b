import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { troubleOf } from '#src/api/http/problem.ts'

export type Review = { ask: () => void; isPending: boolean; trouble: string | undefined }

/** Refreshes at the user's request. */
export function useReview<Data>(read: (client: QueryClient) => Promise<Data>, onRead: (data: Data) => void): Review {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => read(client), onSuccess: onRead })
  return { ask: () => mutate(), isPending, trouble: error ? troubleOf(error).detail : undefined }
}
