/** A step in a terminal: what it is for, and its commands. */
export type CommandStep = { text: string; commands: string[] }

/** The steps as lines to paste: a comment explains the commands below it. */
export const asLines = (steps: readonly CommandStep[]): string[] =>
  steps.flatMap(({ text, commands }) => [`# ${text}`, ...commands])
