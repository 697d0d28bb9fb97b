import type { Problem } from '#contract/recoveries.ts'
import { type Choices, NO_CHOICE, type Read } from './choices.ts'

/** The resources that another page preselects, as `urn` in the address. */
export const handedSet = (search: URLSearchParams): ReadonlySet<string> => new Set(search.getAll('urn'))

export const isHanded = ({ urns }: Pick<Problem, 'urns'>, handed: ReadonlySet<string>): boolean =>
  urns.some((urn) => handed.has(urn))

/**
 * The choices that the preselection implies: where a problem has only one option, it is chosen for these resources,
 * unless the user has to state or enter something for each.
 */
export function handedChoices(search: URLSearchParams, { problems }: Read): Choices {
  const handed = handedSet(search)
  return Object.fromEntries(
    problems.flatMap((problem) => {
      const [option, ...others] = problem.options
      return option &&
        others.length === 0 &&
        !option.needsStatement &&
        option.asks.length === 0 &&
        isHanded(problem, handed)
        ? [[problem.id, { ...NO_CHOICE, option: option.id }]]
        : []
    }),
  )
}
