import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { editEndpoints } from '#contract/endpoints/edits.ts'
import type { StackRef } from '#contract/common.ts'
import type { CompareRequest } from '#contract/diff.ts'
import type { EditPlanRequest, EditRunRequest, MovePlanRequest, MoveRunRequest } from '#contract/edits.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { call } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

type PlanRequest = z.input<typeof EditPlanRequest>

/** A plan writes nothing, so asking is a query; 409 `stale_basis` when the state has moved, which asking again cannot help. */
const asked = { retry: false, staleTime: Infinity, gcTime: 60_000 } as const

/**
 * Apart from the stack's other data: a plan is of the state that its request names, which never changes, so news of the
 * stack do not make it stale. That the state has changed is seen in what is edited.
 */
const plans = (ref: StackRef) => ['edit plans', stackParams(ref)] as const

export const editQueries = {
  all: (ref: StackRef) => [...stackQueries.one(ref), 'edits'] as const,

  /** An entry as it is stored; what a person edits is a copy of it. */
  entry: (ref: StackRef, urn: string, index: number | undefined) =>
    queryOptions({
      queryKey: [...editQueries.all(ref), 'entry', urn, index],
      queryFn: ({ signal }) =>
        call(
          editEndpoints.entrySource,
          { params: stackParams(ref), query: { urn, ...(index !== undefined && { index }) } },
          signal,
        ),
    }),
  state: (ref: StackRef) =>
    queryOptions({
      queryKey: [...editQueries.all(ref), 'state'],
      queryFn: ({ signal }) => call(editEndpoints.stateSource, { params: stackParams(ref) }, signal),
    }),
  plan: (ref: StackRef, request: PlanRequest) =>
    queryOptions({
      queryKey: [...plans(ref), request],
      queryFn: ({ signal }) => call(editEndpoints.editPlan, { params: stackParams(ref), body: request }, signal),
      ...asked,
    }),
  /** Of a text that is too long to be a key: `turn` tells one from the next. */
  planOfText: (ref: StackRef, turn: number, body: () => Promise<PlanRequest>) =>
    queryOptions({
      queryKey: [...plans(ref), 'text', turn],
      queryFn: async ({ signal }) =>
        call(editEndpoints.editPlan, { params: stackParams(ref), body: await body() }, signal),
      ...asked,
    }),
  movePlan: (ref: StackRef, request: z.input<typeof MovePlanRequest>) =>
    queryOptions({
      queryKey: [...plans(ref), 'move', request],
      queryFn: ({ signal }) => call(editEndpoints.movePlan, { params: stackParams(ref), body: request }, signal),
      ...asked,
    }),
  compare: (ref: StackRef, request: z.output<typeof CompareRequest>) =>
    queryOptions({
      queryKey: [...editQueries.all(ref), 'compare', request],
      queryFn: ({ signal }) => call(editEndpoints.compare, { params: stackParams(ref), query: request }, signal),
      placeholderData: keepPreviousData,
    }),
}

/** Writes an edit. 409 `stale_basis` or `lease_held` when the state has changed since the person read it. */
export const runEdit = (ref: StackRef, request: z.input<typeof EditRunRequest>): Promise<RecoveryRecord> =>
  call(editEndpoints.editRun, { params: stackParams(ref), body: request })

/** Moves entries to another stack; both states are written, or none. */
export const runMove = (ref: StackRef, request: z.input<typeof MoveRunRequest>): Promise<RecoveryRecord> =>
  call(editEndpoints.moveRun, { params: stackParams(ref), body: request })

/** Where the whole state is downloaded from: the current one, to be edited elsewhere, or that of a version, as it is stored. */
export const stateFileAddress = ({ org, project, stack }: StackRef, version?: number): string =>
  `/api/ui/stacks/${[org, project, stack].map(encodeURIComponent).join('/')}/state.json${
    version === undefined ? '' : `?version=${version}`
  }`
