import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useReducer } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryOptions } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import type { Choices, Decidable, Read } from '../change/choices.ts'
import { begin, type Event, next, shownOf, type State } from './decisions.ts'
import { readDraft, useKeptDraft } from './drafts.ts'

/** A recovery in progress in this tab: the process, and what is to be decided with what was chosen. */
export type Decisions = {
  now: Read
  state: State
  dispatch: Dispatch<Event>
  problems: readonly Decidable[]
  choices: Choices
  /** Refreshes at the user's request. */
  review: { ask: () => void; isPending: boolean; trouble: string | undefined }
}

type Source = {
  stack: StackRef
  recovery: RecoveryId
  /** What is there now. */
  now: Read
  /** Reads it again; undefined if nothing is left to decide about. */
  refresh: (client: QueryClient) => Promise<Read | undefined>
  /** The choices at the start, from those kept in this tab; by default those. */
  start?: (read: Read, kept: Choices) => Choices
  /** After the user has decided, or refreshed. */
  onDecided?: (read: Read, choices: Choices) => void
}

export function useDecisions({ stack, recovery, now, refresh, start, onDecided }: Source): Decisions {
  const [state, send] = useReducer(next, now, (read) => {
    const { choices = {}, reason = '' } = readDraft(stack, recovery, read) ?? {}
    return begin(read, { choices: start?.(read, choices) ?? choices, reason })
  })
  useKeptDraft(stack, recovery, state)
  const dispatch = (event: Event): void => {
    send(event)
    const after = next(state, event)
    if (onDecided && ['chosen', 'entered', 'reviewed'].includes(event.type) && after.phase !== 'done')
      onDecided(after.draft.read, after.draft.choices)
  }
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => refresh(client),
    onSuccess: (read) => read && dispatch({ type: 'reviewed', read }),
  })
  const review = { ask: () => mutate(), isPending, trouble: error ? troubleOf(error).detail : undefined }
  const { problems } = shownOf(state, now)
  return { now, state, dispatch, problems, choices: state.phase === 'done' ? {} : state.draft.choices, review }
}

/** Refreshes the stack, and the options of a recovery; `version`: the one to restore. */
export const refreshOptions =
  (stack: StackRef, recovery: RecoveryId, version?: number) =>
  async (client: QueryClient): Promise<RecoveryOptions> => {
    await client.fetchQuery({ ...recoveryQueries.diagnosis(stack), staleTime: 0 })
    return client.fetchQuery({ ...recoveryQueries.options(stack, recovery, version), staleTime: 0 })
  }
