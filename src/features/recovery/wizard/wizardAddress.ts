/** The steps of a wizard before its result, which has its own address. */
export const STEPS = ['known', 'answer', 'confirm'] as const
export type StepKey = (typeof STEPS)[number]

/** The step in an address if the wizard has it; otherwise the first. */
export function stepOf(search: URLSearchParams, steps: readonly StepKey[] = STEPS): StepKey {
  const named = search.get('step')
  // Old links name a step for the changes; it is part of the confirmation now.
  const wished = named === 'effect' ? 'confirm' : named
  return steps.find((step) => step === wished) ?? steps[0] ?? 'confirm'
}

export function withStep(search: URLSearchParams, step: StepKey): URLSearchParams {
  const changed = new URLSearchParams(search)
  changed.set('step', step)
  return changed
}

/** The same address with another filter. */
export function withFilter(search: URLSearchParams, filter: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (filter === '') changed.delete('filter')
  else changed.set('filter', filter)
  return changed
}

/** The step that can be shown: not beyond missing answers. */
export const reachable = (wished: StepKey, isAnswered: boolean): StepKey =>
  !isAnswered && wished === 'confirm' ? 'answer' : wished
