import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { editEndpoints } from '#contract/endpoints/edits.ts'
import type { Basis, StackRef } from '#contract/common.ts'
import type { CompareRequest } from '#contract/diff.ts'
import type {
  EditPlanRequest,
  EditRunRequest,
  ImportPlanRequest,
  ImportRunRequest,
  MovePlanRequest,
  MoveRunRequest,
} from '#contract/edits.ts'
import type { PlannedFile, RecoveryRecord } from '#contract/recoveries.ts'
import { call, textOfFile } from './http/client.ts'
import { stackParams } from './http/keys.ts'
import { stackQueries } from './stacks.ts'

type PlanRequest = z.input<typeof EditPlanRequest>

/** Planning writes nothing, so it is a query. 409 `stale_basis` when the state has changed; a retry cannot succeed. */
const asked = { retry: false, staleTime: Infinity, gcTime: 60_000 } as const

/**
 * Kept apart from the stack's other data: a plan is of the state named in its request, which never changes, so news of
 * the stack does not make it stale. The editor itself detects that the state has changed.
 */
const plans = (ref: StackRef) => ['edit plans', stackParams(ref)] as const

export const editQueries = {
  all: (ref: StackRef) => [...stackQueries.one(ref), 'edits'] as const,

  /** An entry as stored; the editor works on a copy. */
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
  /** For a text that is too long to be a key: `turn` tells versions of it apart. */
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
  /** For a text, which is too long to be a key: `turn` tells plans of it apart. */
  importPlan: (ref: StackRef, turn: number, body: z.input<typeof ImportPlanRequest>) =>
    queryOptions({
      queryKey: [...plans(ref), 'import', turn, body.rename],
      queryFn: ({ signal }) => call(editEndpoints.importPlan, { params: stackParams(ref), body }, signal),
      ...asked,
    }),
  /** The current state, whose hash is known, with its whole text. */
  wholeState: (ref: StackRef, hash: string | undefined) =>
    queryOptions({
      queryKey: [...editQueries.all(ref), 'whole state', hash],
      queryFn: async ({ signal }): Promise<{ basis: Basis | null; text: string }> => {
        const { basis, text } = await call(editEndpoints.stateSource, { params: stackParams(ref) }, signal)
        return { basis, text: text ?? (await textOfFile(stateFileAddress(ref), signal)) }
      },
      staleTime: 'static', // the hash says which state it is
    }),
  compare: (ref: StackRef, request: z.output<typeof CompareRequest>) =>
    queryOptions({
      queryKey: [...editQueries.all(ref), 'compare', request],
      queryFn: ({ signal }) => call(editEndpoints.compare, { params: stackParams(ref), query: request }, signal),
      placeholderData: keepPreviousData,
    }),
}

/** The state that an edit would leave, as a file: for a stack that is kept elsewhere. */
export const editFile = (ref: StackRef, request: PlanRequest): Promise<PlannedFile> =>
  call(editEndpoints.editFile, { params: stackParams(ref), body: request })

/** Writes an edit. 409 `stale_basis` or `lease_held` when the state has changed since it was read. */
export const runEdit = (ref: StackRef, request: z.input<typeof EditRunRequest>): Promise<RecoveryRecord> =>
  call(editEndpoints.editRun, { params: stackParams(ref), body: request })

/** Imports a state, and creates the stack if it does not exist. 409 `stale_basis` when it has another state by now. */
export const runImport = (ref: StackRef, request: z.input<typeof ImportRunRequest>): Promise<RecoveryRecord> =>
  call(editEndpoints.importRun, { params: stackParams(ref), body: request })

/** Moves entries to another stack. Both states are written, or neither. */
export const runMove = (ref: StackRef, request: z.input<typeof MoveRunRequest>): Promise<RecoveryRecord> =>
  call(editEndpoints.moveRun, { params: stackParams(ref), body: request })

/** Address of the whole state: the current one, for editing elsewhere, or a version as stored. */
export const stateFileAddress = ({ org, project, stack }: StackRef, version?: number): string =>
  `/api/ui/stacks/${[org, project, stack].map(encodeURIComponent).join('/')}/state.json${
    version === undefined ? '' : `?version=${version}`
  }`
