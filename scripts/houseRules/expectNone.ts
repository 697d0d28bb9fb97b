import { expect } from 'vitest'

/**
 * The report of every house rule: one sentence that says what to do, then each place where the rule is broken. Passes if
 * there is none.
 */
export function expectNone(broken: readonly string[], whatToDo: string): void {
  if (broken.length > 0) expect.fail([whatToDo, ...broken.map((place) => `  ${place}`)].join('\n'))
}
