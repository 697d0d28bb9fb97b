import type { RecoveryId } from '#contract/recoveryId.ts'
import { problems } from '#domain/problems/all.ts'
import { errorsWithoutPage } from '#domain/problems/errorsWithoutPage.ts'
import type { KnownError } from '#domain/problems/problem.ts'

/** A known error with its recoveries, and the id of the problem whose page explains it. */
export type DictionaryEntry = KnownError & { recoveries: readonly RecoveryId[]; problem?: string }

/** All known errors. */
export const dictionary: readonly DictionaryEntry[] = [
  ...problems.flatMap(({ id, recoveries, errors = [] }) =>
    errors.map((error) => ({ recoveries, ...error, problem: id })),
  ),
  ...errorsWithoutPage.map((error) => ({ recoveries: [], ...error })),
]
