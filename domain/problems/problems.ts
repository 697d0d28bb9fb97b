import { bucketProblems } from './bucketProblems.ts'
import { cloudProblems } from './cloudProblems.ts'
import { leaseProblems } from './leaseProblems.ts'
import { lookingProblems } from './lookingProblems.ts'
import type { ProblemId } from './list.ts'
import type { Problem } from './problem.ts'
import { stateProblems } from './stateProblems.ts'
import { updateProblems } from './updateProblems.ts'

const all = new Map<ProblemId, Problem>(
  [leaseProblems, updateProblems, stateProblems, cloudProblems, bucketProblems, lookingProblems]
    .flat()
    .map((problem) => [problem.id, problem]),
)

/** The full page of a problem; undefined if the id is unknown. */
export const problemNamed = (id: string): Problem | undefined => all.get(id as ProblemId) // a Map accepts any key
