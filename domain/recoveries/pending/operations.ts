import type { StateDocument } from '../../state/checkpoint.ts'
import { editValid, type StateEdit } from '../../surgery/edit.ts'

/** The state without the pending operations at these places; everything else stays as it is. */
export const withoutOperations = (document: StateDocument, gone: ReadonlySet<number>): StateEdit =>
  editValid(document, (base, draft) => ({
    draft,
    beside: { pending_operations: base.deployment.pending_operations?.filter((_, index) => !gone.has(index)) ?? null },
    problems: [],
  }))
