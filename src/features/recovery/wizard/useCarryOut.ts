import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { RunRequest } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveryQueries, runRecovery } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { dropDraft } from './drafts.ts'
import type { Event } from './decisions.ts'
import { refusalOf } from '../confirm/refusal.ts'
import { FRESH } from '../record/UndoButton.tsx'

/** Shown elsewhere on the page while the server works. */
export const CARRYING_OUT = ['recovery', 'carryOut'] as const

/** Carries out a recovery and opens its record, unless the user has left the page meanwhile. `steps`: of the wizard. */
export function useCarryOut(
  stack: StackRef,
  recovery: RecoveryId,
  dispatch: Dispatch<Event>,
  steps: number,
): (request: z.input<typeof RunRequest>) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationKey: CARRYING_OUT,
    mutationFn: (request: z.input<typeof RunRequest>) => runRecovery(stack, request),
    onSuccess: (record) => {
      dropDraft(stack, recovery)
      client.setQueryData(recoveryQueries.one(stack, record.id).queryKey, record)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: stackQueries.one(stack) }),
  })
  return (request) =>
    mutate(request, {
      onSuccess: ({ id }) => {
        dispatch({ type: 'carriedOut', recordId: id })
        void navigate(paths.recovery(stack, id), { replace: true, state: { ...FRESH, steps } })
      },
      onError: (error) => dispatch({ type: 'refused', refusal: refusalOf(error) }),
    })
}
