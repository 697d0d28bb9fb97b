import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Backend, BackendProbe, NewBackend } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { backendEndpoints } from '#contract/endpoints/backends.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

/** How often the list is read again while it is looked at: the times of looks and the requests move by themselves. */
const LIST_MS = 15_000

export const backendQueries = {
  all: () => ['backends'] as const,
  list: () =>
    queryOptions({
      queryKey: [...backendQueries.all(), 'list'],
      queryFn: ({ signal }) => call(backendEndpoints.backendList, {}, signal),
      refetchInterval: LIST_MS,
    }),
  /** The copies of a stack's state, read in its backend now. */
  copies: (ref: StackRef) =>
    queryOptions({
      queryKey: [...keys.stack(ref), 'copies'],
      queryFn: ({ signal }) => call(backendEndpoints.stateCopies, { params: stackParams(ref) }, signal),
    }),
  /** What takes how much room: every object is listed, so it is read again only on request. */
  sizes: () => [...backendQueries.all(), 'size'] as const,
  size: (backend: string) =>
    queryOptions({
      queryKey: [...backendQueries.sizes(), backend],
      queryFn: ({ signal }) => call(backendEndpoints.backendSize, { params: { backend } }, signal),
      staleTime: 'static',
    }),
  layout: (backend: string) =>
    queryOptions({
      queryKey: [...backendQueries.all(), 'layout', backend],
      queryFn: ({ signal }) => call(backendEndpoints.backendLayout, { params: { backend } }, signal),
    }),
}

/** Marks what is shown of backends and their stacks as old. */
export const backendsChanged = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: backendQueries.all() }),
    client.invalidateQueries({ queryKey: stackQueries.all() }),
  ])

/** Tries to list and read a backend, without connecting it. 400 with what to do. */
export const probeBackend = (address: string): Promise<z.infer<typeof BackendProbe>> =>
  call(backendEndpoints.backendProbe, { body: { address } })

/** Connects a backend under the name of a new organization. */
export const connectBackend = (backend: z.input<typeof NewBackend>): Promise<z.infer<typeof Backend>> =>
  call(backendEndpoints.backendConnect, { body: backend })

/**
 * Looks at a backend now, and waits until its mirror is up to date. With a stack, named as in its backend, its history
 * is read too.
 */
export const lookAtBackend = (backend: string, stack?: string) =>
  call(backendEndpoints.backendLook, { params: { backend }, body: { stack: stack ?? null } })

/** Disconnects a backend: its mirror and the copies are removed, the backend itself is not changed. */
export const disconnectBackend = (backend: string) => call(backendEndpoints.backendDisconnect, { params: { backend } })
