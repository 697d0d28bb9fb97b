import { problems } from '#domain/problems/all.ts'
import { errorsWithoutPage } from '#domain/problems/errorsWithoutPage.ts'
import type { KnownError } from '#domain/problems/problem.ts'

/** A known error, and the id of the problem whose page explains it. */
export type DictionaryEntry = Omit<KnownError, 'fragments'> & { fragments: readonly string[]; problem?: string }

const textsOf = ({ fragments }: Pick<KnownError, 'fragments'>): readonly string[] =>
  fragments.map((fragment) => (typeof fragment === 'string' ? fragment : fragment.says))

/** All known errors. */
export const dictionary: readonly DictionaryEntry[] = [
  ...problems.flatMap(({ id, title, means, first, recoveries, errors = [] }) =>
    errors.map((error) => ({
      title,
      meaning: means,
      advice: first.say,
      recoveries,
      ...error,
      fragments: textsOf(error),
      problem: id,
    })),
  ),
  ...errorsWithoutPage.map((error) => ({ ...error, fragments: textsOf(error), recoveries: [] })),
]
