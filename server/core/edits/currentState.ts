import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { type Basis, basisOf } from '../stacks/basis.ts'
import { ask, NO_STATE, type StateSource, storedState } from '../../texts/askStates.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'

export type CurrentState = { source: StateSource; row: StateRow | null; basis: Basis }

/** Returns the current state, on which edits are made. */
export async function currentState(reader: Reader, stack: StackRow): Promise<CurrentState> {
  const row = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
  const source = row === null ? NO_STATE : storedState(reader, row)
  return { source, row, basis: basisOf(row) }
}

/** The same; throws if no rule here can read it. */
export async function editable(deps: Deps, reader: Reader, stack: StackRow): Promise<CurrentState> {
  const present = await currentState(reader, stack)
  const { problem } = await ask(deps, [present.source], 'unreadable', null)
  if (problem !== null) throw notEditable(problem)
  return present
}

export const notEditable = (problem: string) => new DomainError({ kind: 'stateNotEditable', problem })
