import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from './queryClient.ts'

const queryKey = ['stacks']

/** Requests that are answered by hand, with what the server held when they were sent. */
function server() {
  let held = 'old'
  const waiting: (() => void)[] = []
  const queryFn = vi.fn<() => Promise<string>>(() => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.push(resolve.bind(undefined, held))
    return promise
  })
  return { queryFn, change: () => (held = 'new'), answer: () => waiting.splice(0).forEach((each) => each()) }
}

it('sends a first request again that was sent before a change, and gives that answer to those who wait', async () => {
  const { queryFn, change, answer } = server()
  const client = createQueryClient()
  const loaded = client.ensureQueryData({ queryKey, queryFn })
  change()
  const refetched = client.invalidateQueries({ queryKey })
  answer()
  expect(await loaded).toBe('new')
  await refetched
  expect(queryFn).toHaveBeenCalledTimes(2)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'new', isInvalidated: false, fetchStatus: 'idle' })
})

it('sends a request for a page again that is not on screen yet', async () => {
  const { queryFn, change, answer } = server()
  const client = createQueryClient()
  client.setQueryData(queryKey, 'older')
  const loaded = client.fetchQuery({ queryKey, queryFn, staleTime: 0 })
  change()
  void client.invalidateQueries({ queryKey })
  answer()
  expect(await loaded).toBe('new')
})

it('leaves other requests alone, and sends one that is repeated anyway only once', async () => {
  const { queryFn, change, answer } = server()
  const client = createQueryClient()
  const seen = new QueryObserver(client, { queryKey, queryFn, initialData: 'older' })
  const stop = seen.subscribe(() => undefined)
  const other = client.ensureQueryData({ queryKey: ['leases'], queryFn })
  void seen.refetch()
  change()
  const refetched = client.invalidateQueries({ queryKey })
  answer()
  await refetched
  expect(await other).toBe('old')
  expect(queryFn).toHaveBeenCalledTimes(3)
  expect(seen.getCurrentResult().data).toBe('new')
  stop()
})
