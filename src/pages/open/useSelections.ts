import { useDeferredValue, useMemo, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingAnswer } from '#contract/recoveries.ts'
import type { ExportRequest } from '#domain/plan/planExport.ts'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'

/** What the user selects on the page of an open state, and the export that is requested with it. */
export function useSelections({ problems, facts }: OpenedState) {
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [answers, setAnswers] = useState<Readonly<Record<number, PendingAnswer>>>({})
  const [stack, setStack] = useState<StackRef>(facts.stack)
  const chosen = useMemo(
    (): ExportRequest => ({
      choices: Object.entries(choices).flatMap(([problem, option]) =>
        problems.some(({ id }) => id === problem) ? [{ problem, option }] : [],
      ),
      answers: { ...answers },
      stack,
    }),
    [problems, choices, answers, stack],
  )
  const request = useDeferredValue(chosen) // the choice shows at once; its effect follows
  return { choices, setChoices, answers, setAnswers, stack, setStack, fixed: chosen.choices.length, request }
}
