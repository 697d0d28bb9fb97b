import type { PendingItem, Problem } from '#contract/recoveries.ts'
import { levelOf } from './situations.ts'

/** A pending operation as a problem whose options are the possible outcomes. */
export const asProblem = (item: PendingItem): Problem => ({
  id: item.key,
  kind: item.type,
  title: item.name,
  explanation: item.meaning,
  urns: [item.urn],
  evidence: [],
  clues: item.clues,
  options: item.answers.map(({ answer, label, effect, needsStatement }) => ({
    ...PLAIN,
    id: answer,
    title: label,
    risk: effect,
    level: levelOf(item, answer),
    needsStatement,
  })),
  suggested: null,
  advice: item.safePath,
})

/** An answer needs no further input, and its effect does not depend on other answers. */
const PLAIN = { asks: [], removes: [], urnsChanged: [], differences: [], stopAndAsk: null, terminal: [] }
