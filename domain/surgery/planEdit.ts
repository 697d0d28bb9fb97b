import type { Basis, StackRef } from '#contract/common.ts'
import type { EditOperation, EditPlan } from '#contract/edits.ts'
import type { ConfirmationLevel, Effect } from '#contract/recoveries.ts'
import { planWrite, type Weighed } from '../plan/planWrite.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { applyOperation, operationTerminal, operationTitle } from './applyOperation.ts'
import { error, hasError, type StateEdit, warning } from './edit.ts'
import { aliasLine } from './renameResource.ts'
import type { TextRules } from './replace.ts'

export type EditFacts = {
  stack: StackRef
  basis: Basis
  tags?: Record<string, string>
  /** The least level, for reasons that lie outside of the state. */
  least?: ConfirmationLevel
  opens?: TextRules['opens']
  /** What it asks for, where the two states do not tell: a move looks like forgetting in one, like adopting in the other. */
  weighed?: Weighed
}

type Named = { title: string; terminal: string[] }

/**
 * An edit and the state as it would be; with an error among the problems that is the state as it was. The effect is what the
 * history keeps.
 */
export type PlannedEdit = { document: StateDocument; plan: EditPlan; effect: Effect }

/**
 * What an edit would do to a state, how it is to be confirmed, and the same from a terminal
 * (docs/recovery.md, Rules of a write).
 */
export function planEdit(base: StateDocument, operation: EditOperation, facts: EditFacts): PlannedEdit {
  const { stack, basis, opens } = facts
  const edit = applyOperation(base, operation, { stack, basis, opens })
  return planOf(base, edit, {
    ...facts,
    title: operationTitle(operation),
    terminal: operationTerminal(operation, stack),
  })
}

/** The plan of an edit that was worked out already. */
export function planOf(base: StateDocument, edit: StateEdit, facts: EditFacts & Named): PlannedEdit {
  const { stack, basis, tags = {}, least = 0, weighed, title, terminal } = facts
  const { document, changed } = edit
  const { verdict, diff, effect, level, because, stopAndAsk } = planWrite(base, edit, { stack, tags, least }, weighed)
  const isChanged = document !== base
  const refusal = isChanged ? verdict.refusal : undefined
  const problems = refusal ? [...edit.problems, error(refusal.code, refusal.message)] : edit.problems
  const isPossible = isChanged && !hasError(problems)
  return {
    document: refusal ? base : document,
    effect: { ...effect, sentences: [`${title}.`, ...effect.sentences] },
    plan: {
      basis,
      title,
      problems: isChanged || hasError(problems) ? problems : [...problems, warning('nothing', 'Nothing changes.')],
      isPossible,
      diff,
      urnsChanged: changed.urnsChanged.map(({ from, to }) => ({ from, to, alias: aliasLine(from) })),
      sentences: effect.sentences,
      level,
      because,
      integrityBefore: verdict.before,
      integrityAfter: verdict.after,
      stopAndAsk: [
        ...stopAndAsk,
        ...problems.filter(({ code }) => code === 'lowerMajor').map(({ message }) => message),
      ],
      terminal,
    },
  }
}
