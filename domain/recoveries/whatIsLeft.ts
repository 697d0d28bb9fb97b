import type { Option, Problem } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import type { ProblemKind } from '../repair/plan.ts'

/** Problems of one kind, as a sentence says it with their numbers; `items`: each problem in a sentence. */
type LeftGroup = { title: string; items: readonly string[] }

/** What is wrong with an invalid state, by kind, and how its problems can be solved. */
export type WhatIsLeft = {
  groups: readonly LeftGroup[]
  errors: number
  /**
   * `recommended`: by a click. `lookups`: by one of two fixes, after a look whether the resource exists. `decisions`: by
   * choosing a fix. `byHand`: only in the text of the state.
   */
  ways: { recommended: number; lookups: number; decisions: number; byHand: number }
  /** The recommended fix, if it is the same for all that have one. */
  fix: string | undefined
  /** How many have a fix that puts something back from an earlier version. */
  restorable: number
}

/** Groups the problems of an invalid state by kind, and counts those that can be solved in the same way. */
export function whatIsLeft(problems: readonly Problem[]): WhatIsLeft {
  const fixes = problems.flatMap((problem) => oneClickFix(problem)?.title ?? [])
  const recommended = fixes.length
  const byHand = problems.filter(({ options }) => options.length === 0).length
  const lookups = problems.filter(
    (problem) => oneClickFix(problem) === undefined && isRestorable(problem) && has(problem, (id) => id === 'drop'),
  ).length
  return {
    groups: [...Map.groupBy(problems, ({ kind }) => kind)].map(([kind, members]) => ({
      title: titleOf(kind, members),
      items: members.map(({ title }) => title),
    })),
    errors: errorsOf(problems),
    fix: new Set(fixes).size === 1 ? fixes[0] : undefined,
    ways: { recommended, lookups, decisions: problems.length - recommended - lookups - byHand, byHand },
    restorable: problems.filter(isRestorable).length,
  }
}

const has = ({ options }: Pick<Problem, 'options'>, isIt: (id: string) => boolean): boolean =>
  options.some(({ id }) => isIt(id))

const isRestorable = (problem: Pick<Problem, 'options'>): boolean => has(problem, (id) => id.startsWith('restore:'))

/** The recommended fix of a problem, if it takes one click: no input, nothing to type. */
export const oneClickFix = ({ suggested, options }: Pick<Problem, 'suggested' | 'options'>): Option | undefined =>
  options.find(
    ({ id, level, needsStatement, asks }) =>
      id === suggested && level <= 1 && !needsStatement && asks.every(({ initial }) => initial !== ''),
  )

/** `many`: the problems; `errors`: those of the state that they explain. */
const TITLES: Readonly<Record<ProblemKind, (many: number, errors: number) => string>> = {
  dangling: (many, errors) =>
    `${counted(errors, 'reference')} to ${counted(many, 'resource')} that ${plural(many, 'isn’t', 'aren’t')} in the state`,
  provider: (many, errors) => `${counted(errors, 'reference')} to ${counted(many, 'missing provider')}`,
  order: (_, errors) => `${counted(errors, 'reference')} to a resource that is listed later`,
  duplicate: (many) => `${counted(many, 'URN')} of more than one resource`,
  cycle: (many) => counted(many, 'circular reference'),
  malformed: (many) => `${counted(many, 'entry', 'entries')} that can’t be read`,
  snippet: (many) => `${counted(many, 'piece')} of code that ${plural(many, 'names', 'name')} something missing`,
  extension: (many) => counted(many, 'missing extension'),
  magic: () => 'A checksum that doesn’t match',
}

function titleOf(kind: string | undefined, problems: readonly Problem[]): string {
  const words = kind !== undefined && Object.hasOwn(TITLES, kind) ? TITLES[kind as ProblemKind] : undefined // own key
  return words?.(problems.length, errorsOf(problems)) ?? counted(problems.length, 'problem')
}

const errorsOf = (problems: readonly Problem[]): number => problems.reduce((sum, { errors = 1 }) => sum + errors, 0)
