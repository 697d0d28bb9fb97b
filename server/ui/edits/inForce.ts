import { emptyDocument, readState as parseState, type StateDocument } from '#domain/checkpoint.ts'
import { ApiError } from '../../http/problems.ts'
import { readState } from '../../service/states.ts'
import type { Reader, StackRow, StateRow } from '../../store/port.ts'

export type InForce = { document: StateDocument; row: StateRow | null; basis: { version: number; hash: string } }

/** The state in force, which is what an edit is made on; refused when no rule here can read it. */
export async function inForce(reader: Reader, stack: StackRow): Promise<InForce> {
  const row = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
  const document = row === null ? emptyDocument() : await readState(reader, row.id)
  const readable = parseState(document)
  if (!readable.ok) throw new ApiError('unsupported_state', `This state cannot be edited here: ${readable.problem}.`)
  return { document, row, basis: { version: row?.version ?? 0, hash: row?.hash ?? '' } }
}
