import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import { type PreparedState, stateRow } from '../../texts/stateText.ts'

/**
 * The row of a state of a mirrored stack. A reference in it names a stack of the same backend, whose organization is
 * always the same word there. Files that were opened do not show which other stacks exist, so theirs name none.
 */
export function mirroredState(
  prepared: PreparedState,
  { id: stackId, org }: Pick<StackRow, 'id' | 'org'>,
  rest: Pick<StateRow, 'id' | 'version' | 'updateId' | 'createdAt'>,
): StateRow {
  const row = stateRow(prepared, { ...rest, stackId })
  if (org === OPENED_ORG) return { ...row, stackReferences: [] }
  return { ...row, stackReferences: row.stackReferences.map((name) => name.replace(/^organization\//, `${org}/`)) }
}
