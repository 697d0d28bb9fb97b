import type { Problem, Way } from '#contract/recoveries.ts'

/** An option that takes one click, for tests, with overrides. */
export const sampleWay = (id: string, given: Partial<Way> = {}): Way => ({
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
  ways: [sampleWay('drop'), sampleWay('restore', { level: 2 })],
  suggested: 'drop',
  advice: null,
  ...given,
})
