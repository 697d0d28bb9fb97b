import type { StackRef } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import { areLarge, storedState } from '../../texts/askStates.ts'
import { fullName, refOf } from './names.ts'
import { planStates } from '../../texts/planStates.ts'
import { isPrepared, prepareDocument, type PreparedState } from '../../texts/stateText.ts'

/** The state that a rename writes, and what it was prepared for. */
export type Renamed = { of: string; prepared: PreparedState }

/**
 * Prepares the rewritten state of a large stack before the transaction, so that no writer waits for it. Undefined if
 * the rename is going to be refused: `destination` is undefined, or an update holds the stack.
 */
export async function renamedAhead(
  deps: Deps,
  stackId: string,
  destination: (stack: StackRow) => StackName | undefined,
): Promise<Renamed | undefined> {
  const ahead = await deps.store.read(async (reader) => {
    const stack = await reader.stackById(stackId)
    const row = stack?.stateId ? await reader.state(stack.stateId) : undefined
    if (!stack || !row || stack.holderId !== null || !areLarge([storedState(reader, row)])) return undefined
    const to = destination(stack)
    return to && { of: keyOf(stack, to), prepared: await renamed(deps, reader, stack, to) }
  })
  return (
    ahead && {
      ...ahead,
      prepared: { ...ahead.prepared, text: await deps.store.ready(ahead.prepared.text, { stackId }) },
    }
  )
}

/** The state under another name: the prepared one, unless the stack has changed since. */
export const renamedState = async (
  deps: Deps,
  reader: Reader,
  { stack, to, ahead }: { stack: StackRow; to: StackName; ahead: Renamed | undefined },
): Promise<PreparedState> => (ahead?.of === keyOf(stack, to) ? ahead.prepared : renamed(deps, reader, stack, to))

const keyOf = (stack: StackRow, to: StackName): string => `${stack.stateId}: ${fullName(stack)} to ${fullName(to)}`

async function renamed(deps: Deps, reader: Reader, stack: StackRow, { org, project, name }: StackName) {
  const row = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  if (row === undefined) throw new Error(`the state of ${fullName(stack)} is not in the store`)
  const to: StackRef = { org, project, stack: name }
  const { states } = await planStates(
    deps,
    [storedState(reader, row)],
    'rename',
    { from: refOf(stack), to },
    { isWritten: true },
  )
  const [state] = states
  if (!state) throw new Error('a rename leaves a state')
  return isPrepared(state) ? state : prepareDocument(state)
}
