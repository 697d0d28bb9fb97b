import type { StackRef } from '#contract/common.ts'
import { exportTo } from '#domain/commands.ts'
import { fullName } from '#domain/stackName.ts'
import { shell } from '#domain/shell.ts'
import type { ProblemId } from './list.ts'

/** What is to be done, and the commands for it. Lines that begin with `#` say what the next one is for. */
export type Step = { say: string; run?: (stack: StackRef) => string[] }

/** What a person who knows the field would tell someone who has a problem in front of them. */
export type Problem = {
  id: ProblemId
  /** Messages, word by word where `says`, else what one sees; `when` shows the version or the place. */
  sees: readonly ({ says: string; when: string } | { sees: string })[]
  means: string
  /** The one thing to do first. */
  first: Step
  /** How to distinguish the causes, and what follows from each. */
  causes: readonly { cause: string; sign: string; so: string }[]
  /** In order, after the first. */
  steps: readonly Step[]
  /** What seems to help and does harm. */
  never: readonly { what: string; why: string }[]
  /** What this console shows of it. */
  here: string
}

/** `pulumi up --stack org/project/stack`: the stack's full name wherever it is run. */
export function pulumi(stack: StackRef, command: string): string {
  const flag = shell`--stack ${fullName(stack)}`
  return flag.startsWith('#') ? flag : ['pulumi', command, flag].join(' ')
}

/** A copy first: it needs no lock and works on broken states (docs/recovery.md, What counts as evidence). */
export const copyFirst = (stack: StackRef): string[] => [
  '# A copy of the state; this needs no lock.',
  exportTo(stack, `${stack.stack}-before.json`),
]
