/** The steps of a wizard before its result, which has an address of its own. */
export const STEPS = ['known', 'answer', 'confirm'] as const
export type Step = (typeof STEPS)[number]

/** The step that an address names, of those that there are; the first of them when it names none. */
export function stepOf(search: URLSearchParams, steps: readonly Step[] = STEPS): Step {
  const named = search.get('step')
  // What changes was a step of its own once; it is shown where it is confirmed.
  const wished = named === 'effect' ? 'confirm' : named
  return steps.find((step) => step === wished) ?? steps[0] ?? 'confirm'
}

export function withStep(search: URLSearchParams, step: Step): URLSearchParams {
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

/** The step that can be shown: not beyond the answers that are still missing. */
export const reachable = (wished: Step, isAnswered: boolean): Step =>
  !isAnswered && wished === 'confirm' ? 'answer' : wished
