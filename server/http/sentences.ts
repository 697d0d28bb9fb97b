import type { NamesByLogin } from '#words/personName.ts'
import type { Refusal } from '../errors.ts'
import type { ApiError } from './apiError.ts'

/** The answer to each kind of refusal: a kind without one does not compile. */
export type Sentences<Why extends Refusal> = {
  [Kind in Why['kind']]: (refusal: Extract<Why, { kind: Kind }>, names: NamesByLogin | undefined) => ApiError
}

/** Returns the answer to a refusal; undefined if the table has none. */
export function sentenceFor<Why extends Refusal>(
  sentences: Sentences<Why>,
  refusal: Refusal,
  names: NamesByLogin | undefined,
): ApiError | undefined {
  // The compiler cannot tell that the entry of a kind takes the refusals of that kind.
  type Sentence = (refusal: Refusal, names: NamesByLogin | undefined) => ApiError
  const table = sentences as Partial<Record<Refusal['kind'], Sentence>>
  return table[refusal.kind]?.(refusal, names)
}
