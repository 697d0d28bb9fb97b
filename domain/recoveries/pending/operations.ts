import type { StateDocument } from '../../state/checkpoint.ts'
import { editValid, type StateEdit } from '../../edits/edit.ts'

/** Returns the state without the pending operations at these indexes; everything else is unchanged. */
export const withoutOperations = (document: StateDocument, gone: ReadonlySet<number>): StateEdit =>
  editValid(document, (base, draft) => ({
    draft,
    beside: { pending_operations: base.deployment.pending_operations?.filter((_, index) => !gone.has(index)) ?? null },
    problems: [],
  }))
