import type { Problem, Option } from '#contract/recoveries.ts'

/** An option that takes one click, for tests, with overrides. */
export const sampleOption = (id: string, given: Partial<Option> = {}): Option => ({
  id,
  title: `Way ${id}`,
  risk: 'A reference.',
  level: 1,
  needsStatement: false,
  asks: [],
  removes: [],
  urnsChanged: [],
  differences: [],
  stopAndAsk: null,
  terminal: [],
  ...given,
})

/** A problem with two options, for tests. */
export const sampleProblem = (id: string, given: Partial<Problem> = {}): Problem => ({
  id,
  title: `${id} is wrong.`,
  explanation: '',
  urns: [],
  evidence: [],
  clues: [],
  options: [sampleOption('drop'), sampleOption('restore', { level: 2 })],
  suggested: 'drop',
  advice: null,
  ...given,
})
