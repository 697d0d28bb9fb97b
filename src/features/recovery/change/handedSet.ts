import type { Problem } from '#contract/recoveries.ts'
import { type Choices, NO_CHOICE, type Read } from './choices.ts'

/** Resources that another page hands over, as `urn` in the address: those that the recovery is asked about. */
export const handedSet = (search: URLSearchParams): ReadonlySet<string> => new Set(search.getAll('urn'))

export const isHanded = ({ urns }: Pick<Problem, 'urns'>, handed: ReadonlySet<string>): boolean =>
  urns.some((urn) => handed.has(urn))

/**
 * The choices that the set implies: where a problem has only one option, its resources were handed over for that. Not where
 * the user has to state or to fill in something for each.
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
