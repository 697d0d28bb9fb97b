import type { EditProblem } from '#contract/edits.ts'
import type { ConfirmationLevel, Option, OptionInput } from '#contract/recoveries.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { applyDraft, draftOf, hasError, refused, type StateEdit } from '../edits/edit.ts'

type Essential = { id: string; title: string; risk: string; level: ConfirmationLevel }

/** An option with default values, and its differences from them. */
export const option = (
  { id, title, risk, level }: Essential,
  more: Partial<Omit<Option, keyof Essential>> = {},
): Option => ({
  id,
  title,
  risk,
  level,
  needsStatement: level === 3,
  asks: [],
  removes: [],
  urnsChanged: [],
  differences: [],
  stopAndAsk: null,
  terminal: [],
  ...more,
})

/** A text input of an option. */
export const ask = (name: string, label: string, hint: string, initial = ''): OptionInput => ({
  name,
  label,
  hint,
  initial,
  options: [],
})

/** Applies edits one after the other, all or none; none of them adds, removes or moves an entry. */
export function oneByOne(base: StateDocument, edits: readonly ((document: StateDocument) => StateEdit)[]): StateEdit {
  const problems: EditProblem[] = []
  let document = base
  for (const edit of edits) {
    const step = edit(document)
    problems.push(...step.problems)
    if (hasError(step.problems)) return refused(base, problems)
    document = step.document
  }
  if (document === base) return refused(base, problems)
  const { pending_operations: pending } = document.deployment
  const beside = pending === base.deployment.pending_operations ? {} : { pending_operations: pending ?? null }
  return { ...applyDraft(base, draftOf(document), beside), problems }
}
