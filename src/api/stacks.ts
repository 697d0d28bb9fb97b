import { queryOptions } from '@tanstack/react-query'
import { stackSettingEndpoints } from '#contract/endpoints/stackSettings.ts'
import { stackEndpoints } from '#contract/endpoints/stacks.ts'
import type { StackRef } from '#contract/common.ts'
import type { StackFilter } from '#contract/stacks.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { nextLookMs } from './live/leaseWatch.ts'

/** Everything about one stack lies under `one(ref)`, lists of stacks under `lists()`. */
export const stackQueries = {
  all: keys.stacks,
  lists: keys.stackLists,
  one: keys.stack,

  attention: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'attention'],
      queryFn: ({ signal }) => call(stackEndpoints.attention, {}, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.running ?? []),
    }),
  dashboard: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'dashboard'],
      queryFn: ({ signal }) => call(stackEndpoints.dashboard, {}, signal),
    }),
  list: (filter: Partial<StackFilter>) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'list', filter],
      queryFn: ({ signal }) => call(stackEndpoints.stackList, { query: filter }, signal),
    }),
  names: () =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'names'],
      queryFn: ({ signal }) => call(stackEndpoints.stackNames, {}, signal),
    }),
  detail: (ref: StackRef) =>
    queryOptions({
      queryKey: keys.stackDetail(ref),
      queryFn: ({ signal }) => call(stackEndpoints.stackView, { params: stackParams(ref) }, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.leaseCard ? [state.data.leaseCard] : []),
    }),
  outputs: (ref: StackRef) =>
    queryOptions({
      queryKey: [...stackQueries.one(ref), 'outputs'],
      queryFn: ({ signal }) => call(stackEndpoints.stackOutputs, { params: stackParams(ref) }, signal),
    }),
}

/** Replaces all tags of a stack. */
export async function replaceTags(ref: StackRef, tags: Record<string, string>): Promise<void> {
  await call(stackSettingEndpoints.stackTags, { params: stackParams(ref), body: { tags } })
}

/**
 * Renames a stack or moves it to another project, and returns its new address. 409 while it is locked or updating, or
 * when the name is taken.
 */
export const renameStack = async (ref: StackRef, to: { stack: string; project: string }): Promise<StackRef> =>
  (await call(stackSettingEndpoints.stackRename, { params: stackParams(ref), body: to })).ref

/** Moves a stack to another organization of this server. */
export const transferStack = async (ref: StackRef, org: string): Promise<StackRef> =>
  (await call(stackSettingEndpoints.stackTransfer, { params: stackParams(ref), body: { org } })).ref

/** Deletes a stack; it can be restored. 400 while its state has resources, unless `force`. */
export async function removeStack(ref: StackRef, request: { confirm: string; force: boolean }): Promise<void> {
  await call(stackSettingEndpoints.stackRemove, { params: stackParams(ref), body: request })
}
