import type { Problem, Way } from '#contract/recoveries.ts'

/** A way that asks for a click, for tests; what matters to a test is given. */
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

/** A problem with two ways out, for tests. */
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
