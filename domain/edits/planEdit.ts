import type { Basis } from '#contract/common.ts'
import type { EditOperation, EditPlan } from '#contract/edits.ts'
import type { ConfirmationLevel, Effect } from '#contract/recoveries.ts'
import { planWrite, type KnownStakes } from '../plan/planWrite.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { applyOperation, operationTerminal, operationTitle } from './applyOperation.ts'
import { error, hasError, type StateEdit, warning } from './edit.ts'
import { aliasLine } from './renameResource.ts'
import type { TextRules } from './replace.ts'
import type { NamedStack } from '../stackName.ts'

export type EditFacts = {
  stack: NamedStack
  basis: Basis
  tags?: Record<string, string>
  /** The minimum level, for reasons outside of the state. */
  least?: ConfirmationLevel
  opens?: TextRules['opens']
  /**
   * Stakes of the edit, if the two states do not show them: in a move, entries look forgotten in one state and adopted
   * in the other.
   */
  knownStakes?: KnownStakes
}

type Named = { title: string; terminal: string[] }

/**
 * An edit with the resulting state, or with the original state if the problems contain an error. The effect is stored
 * in the history.
 */
export type PlannedEdit = { document: StateDocument; plan: EditPlan; effect: Effect }

/**
 * The effect of an edit on a state, its confirmation level, and equivalent commands (docs/recovery.md, Rules of a
 * write).
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

/** The plan of an edit that was already computed. */
export function planOf(base: StateDocument, edit: StateEdit, facts: EditFacts & Named): PlannedEdit {
  const { stack, basis, tags = {}, least = 0, knownStakes, title, terminal } = facts
  const { document, changed } = edit
  const { verdict, diff, effect, level, because, stopAndAsk } = planWrite(
    base,
    edit,
    { stack, tags, least },
    knownStakes,
  )
  const isChanged = document !== base
  const refusal = isChanged ? verdict.refusal : undefined
  const problems = refusal ? [...edit.problems, error(refusal.code, refusal.message)] : edit.problems
  const isPossible = isChanged && !hasError(problems)
  return {
    document: refusal ? base : document,
    effect: {
      ...effect,
      sentences: [`${title}.`, ...effect.sentences],
      written: [`${title}.`, ...(effect.written ?? [])],
    },
    plan: {
      basis,
      title,
      problems: isChanged || hasError(problems) ? problems : [...problems, warning('nothing', 'Nothing changes.')],
      isPossible,
      diff,
      urnsChanged: changed.urnsChanged.map(({ from, to }) => ({ from, to, alias: aliasLine(to) })),
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
