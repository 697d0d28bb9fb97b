import type { Problem } from '#contract/recoveries.ts'
import { type Choices, NO_CHOICE, type Read } from './choices.ts'

/** The resources that another page preselects, as `urn` in the address. */
export const preselectedUrns = (search: URLSearchParams): ReadonlySet<string> => new Set(search.getAll('urn'))

export const isPreselected = ({ urns }: Pick<Problem, 'urns'>, preselected: ReadonlySet<string>): boolean =>
  urns.some((urn) => preselected.has(urn))

/**
 * The choices that the preselection implies: where a problem has only one option, it is chosen for these resources,
 * unless the user has to state or enter something for each.
 */
export function preselectedChoices(search: URLSearchParams, { problems }: Read): Choices {
  const preselected = preselectedUrns(search)
  return Object.fromEntries(
    problems.flatMap((problem) => {
      const [option, ...others] = problem.options
      return option &&
        others.length === 0 &&
        !option.needsStatement &&
        option.asks.length === 0 &&
        isPreselected(problem, preselected)
        ? [[problem.id, { ...NO_CHOICE, option: option.id }]]
        : []
    }),
  )
}
