import type { StackRef } from '#contract/common.ts'
import { referredStack } from '#domain/state/stackReferences.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { ReferencesRow, StackLine, StackRow } from '../../store/port/stacks.ts'
import { allStacks } from './allStacks.ts'

/** Whether the name in a StackReference of one stack is that of another one. */
export function refersTo(name: string, from: { org: string; project: string }, to: StackRef): boolean {
  const ref = referredStack(name, from)
  return ref?.org === to.org && ref.project === to.project && ref.stack === to.stack
}

/** The other live stacks whose states read outputs of this one, by one of these names. */
export async function readersOf(
  reader: Reader,
  stack: StackRow,
  names: readonly StackRef[] = [refOf(stack)],
): Promise<(ReferencesRow & { line: StackLine })[]> {
  if (names.length === 0) return []
  const byId = new Map((await allStacks(reader)).map((line) => [line.id, line]))
  return (await reader.stackReferences()).flatMap((row) => {
    const line = byId.get(row.stackId)
    const isReader =
      line && line.id !== stack.id && row.names.some((name) => names.some((own) => refersTo(name, line, own)))
    return isReader ? [{ ...row, line }] : []
  })
}
