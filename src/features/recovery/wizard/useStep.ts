import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { WizardStep } from '../pages.ts'
import { reachable, type StepKey, stepOf, STEPS, withStep } from './wizardAddress.ts'

/** The step on screen, the one before it (itself if it is the first), and the way to any. */
export type CurrentStep = { step: StepKey; before: StepKey; goTo: (step: StepKey) => void }

/** The step of a wizard on screen, as in the address unless answers are missing for it, and the way to others. */
export function useStep(
  steps: readonly WizardStep[],
  { isAnswered, isOver }: { isAnswered: boolean; isOver: boolean },
): CurrentStep {
  const [search, setSearch] = useSearchParams()
  const own = STEPS.filter((step) => steps.some(({ key }) => key === step))
  const wished = stepOf(search, own)
  const step = isOver ? wished : reachable(wished, isAnswered)
  // Otherwise the last answer would turn the page by itself.
  useEffect(() => {
    if (step !== wished) setSearch((old) => withStep(old, step), { replace: true })
  }, [step, wished, setSearch])
  const before = own[own.indexOf(step) - 1] ?? step
  return { step, before, goTo: (wanted) => setSearch((old) => withStep(old, wanted)) }
}
