import type { CommandStep } from '#domain/commandSteps.ts'

/** Steps as lines in a terminal: a comment explains the commands below it. */
export const asLines = (steps: readonly CommandStep[]): string[] =>
  steps.flatMap(({ text, commands, oneOf = [] }) => [`# ${text}`, ...commands, ...asLines(oneOf)])
