import { queryOptions, useQuery } from '@tanstack/react-query'
import { stackSettingEndpoints } from '#contract/endpoints/stackSettings.ts'
import { stackEndpoints } from '#contract/endpoints/stacks.ts'
import type { StackRef } from '#contract/common.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackFilter, StackSummary } from '#contract/stacks.ts'
import type { NamedStack } from '#domain/stackName.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { nextListLookMs, nextLookMs } from './live/leaseWatch.ts'

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
      refetchInterval: ({ state }) => nextListLookMs(state.data?.recent.map(({ update }) => update)),
    }),
  list: (filter: Partial<StackFilter>) =>
    queryOptions({
      queryKey: [...stackQueries.lists(), 'list', filter],
      queryFn: ({ signal }) => call(stackEndpoints.stackList, { query: filter }, signal),
    }),
  /** All names; for a stack that was opened in this browser, those that were opened with it. */
  names: (org?: string) =>
    org === OPENED_ORG
      ? queryOptions({
          queryKey: [...stackQueries.lists(), 'names', org],
          queryFn: async ({ signal }) => {
            const { stacks } = await call(stackEndpoints.stackList, { query: { org } }, signal)
            return { names: stacks.map(({ ref: { org: of, project, stack } }) => `${of}/${project}/${stack}`) }
          },
        })
      : queryOptions({
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

/** The stack for commands, which name one of a connected backend as that does. */
export const namedStack = ({ ref, elsewhere }: Pick<StackSummary, 'ref' | 'elsewhere'>): NamedStack =>
  elsewhere ? { ...ref, cliName: elsewhere.cliName } : ref

/** The same where only the address of a stack is known: until its data is there, it is taken for one of this server. */
export function useNamedStack<Ref extends StackRef | undefined>(ref: Ref): NamedStack | Ref {
  const { data } = useQuery({ ...stackQueries.detail(ref ?? NO_STACK), enabled: ref !== undefined })
  return data && ref ? namedStack(data) : ref
}
const NO_STACK: StackRef = { org: '', project: '', stack: '' }

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
