import type { StackRef } from '#contract/common.ts'
import { exportTo } from '#domain/commands.ts'
import { fullName } from '#domain/stackName.ts'
import { shell } from '#domain/shell.ts'
import type { ProblemId } from './list.ts'

/** An instruction with its commands. Lines that begin with `#` explain the next one. */
export type Step = { say: string; run?: (stack: StackRef) => string[] }

/** An expert's explanation of a problem. */
export type Problem = {
  id: ProblemId
  /** Symptoms: messages in their exact words (`says`) or a description. `when` is the version or the place. */
  sees: readonly ({ says: string; when: string } | { sees: string })[]
  means: string
  /** The one thing to do first. */
  first: Step
  /** How to tell the causes apart, and what to do about each. */
  causes: readonly { cause: string; sign: string; so: string }[]
  /** In order, after the first step. */
  steps: readonly Step[]
  /** Actions that seem to help but do harm. */
  never: readonly { what: string; why: string }[]
  /** What this console shows about the problem. */
  here: string
}

/** A command with the stack's full name, so that it works in any directory: `pulumi up --stack org/project/stack`. */
export function pulumi(stack: StackRef, command: string): string {
  const flag = shell`--stack ${fullName(stack)}`
  return flag.startsWith('#') ? flag : ['pulumi', command, flag].join(' ')
}

/**
 * Commands for a copy of the state, which needs no lock and works on broken states (docs/recovery.md, What counts as
 * evidence).
 */
export const copyFirst = (stack: StackRef): string[] => [
  '# A copy of the state; this needs no lock.',
  exportTo(stack, `${stack.stack}-before.json`),
]
