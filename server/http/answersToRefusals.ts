import type { Refusal } from '../errors.ts'

/** The answer to each kind of refusal, in a context: a kind without one does not compile. */
export type Answers<Why extends Refusal, Context, Answer> = {
  [Kind in Why['kind']]: (refusal: Extract<Why, { kind: Kind }>, context: Context) => Answer
}

/** Returns the answer to a refusal; undefined if the table has none. */
export function answerTo<Why extends Refusal, Context, Answer>(
  answers: Answers<Why, Context, Answer>,
  refusal: Refusal,
  context: Context,
): Answer | undefined {
  // The compiler cannot tell that the entry of a kind takes the refusals of that kind.
  const table = answers as Partial<Record<Refusal['kind'], (refusal: Refusal, context: Context) => Answer>>
  return table[refusal.kind]?.(refusal, context)
}
