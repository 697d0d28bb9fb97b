import type { PendingItem } from '#contract/recoveries.ts'

/** The steps of a wizard before its proof, which has an address of its own. */
export const STEPS = ['known', 'answer', 'effect', 'confirm'] as const
export type Step = (typeof STEPS)[number]

export const stepOf = (search: URLSearchParams): Step => STEPS.find((step) => step === search.get('step')) ?? 'known'

/** The operations that the address names by their place in the state (`?items=0,3`); all of them when it names none. */
export function itemsOf(search: URLSearchParams, items: readonly PendingItem[]): readonly PendingItem[] {
  const named = search.get('items')
  if (named === null) return items
  const indexes = new Set(named.split(','))
  return items.filter(({ index }) => indexes.has(String(index)))
}

/** The same address with another choice of operations; all of them need no naming. */
export function withItems(
  search: URLSearchParams,
  chosen: readonly PendingItem[],
  items: readonly PendingItem[],
): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (chosen.length === items.length) changed.delete('items')
  else changed.set('items', chosen.map(({ index }) => index).join(','))
  return changed
}

export function withStep(search: URLSearchParams, step: Step): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (step === 'known') changed.delete('step')
  else changed.set('step', step)
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
  !isAnswered && (wished === 'effect' || wished === 'confirm') ? 'answer' : wished
