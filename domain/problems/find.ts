import { catalogue } from './catalogue.ts'
import type { ProblemEntry } from './problem.ts'

/** The problems that lead to a recovery, the most relevant first. */
export const problemsFor = (recovery: string): readonly ProblemEntry[] =>
  catalogue
    .filter(({ recoveries }) => recoveries.some((each) => each === recovery))
    .toSorted(
      (a, b) =>
        a.recoveries.findIndex((each) => each === recovery) - b.recoveries.findIndex((each) => each === recovery),
    )

/** Finds problems for a search: every word is in the title or among the other words. */
export function findProblems(query: string): readonly ProblemEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return catalogue.filter(({ id, title, words: others }) => {
    const text = `${id} ${title} ${others}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
