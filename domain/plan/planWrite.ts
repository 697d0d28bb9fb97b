import type { StackRef } from '#contract/common.ts'
import type { StateDiff } from '#contract/diff.ts'
import type { ConfirmationLevel, Effect } from '#contract/recoveries.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import type { StateEdit } from '../edits/edit.ts'
import { effectOf } from './effect.ts'
import { productionQuestion } from './production.ts'
import { cautionsOf, highest, type Stakes, stakesOf } from './stakes.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** Facts about a write in addition to the two states. */
export type About = {
  stack: StackRef
  tags: Record<string, string>
  /** The minimum level, for reasons outside of the state. */
  least: ConfirmationLevel
}

/** The plan of a manual write, for all callers (docs/recovery.md, Rules of a write). */
export type WritePlan = {
  verdict: Verdict
  diff: StateDiff
  effect: Effect
  /** How it must be confirmed, with reasons beyond those of the chosen options. */
  level: ConfirmationLevel
  because: string[]
  /** Reasons to ask someone first. */
  stopAndAsk: string[]
}

export type KnownStakes = Stakes & {
  /** Added and removed entries are accounted for elsewhere, as in a move: there is no reason to ask about them. */
  isAccounted?: boolean
}

/**
 * Plans the write of an edit: whether it may be written, its effect, its confirmation level, and warnings.
 * `knownStakes` are the requirements of the chosen options; without it the change itself decides.
 */
export function planWrite(
  base: StateDocument,
  { document, changed }: Pick<StateEdit, 'document' | 'changed'>,
  { stack, tags, least }: About,
  knownStakes?: KnownStakes,
): WritePlan {
  const verdict = verdictOf(base, document, changed.urnsChanged)
  const stakes = knownStakes ?? stakesOf(base, document, changed)
  const isBetter = verdict.is === 'better'
  const level = highest([stakes.level, least, isBetter ? 3 : 0])
  const production = level >= 2 ? productionQuestion(stack, tags) : undefined
  const cautions = knownStakes?.isAccounted ? { ...changed, added: [], removed: [] } : changed
  return {
    verdict,
    ...effectOf(base, document, changed),
    level,
    because: [
      ...(level === stakes.level ? stakes.because : []),
      ...(isBetter ? ['The state would still be invalid, if less so than now.'] : []),
      ...(least === level && least > stakes.level
        ? ['The last run left entries that this version cannot read: what they reported is not in this state.']
        : []),
    ],
    stopAndAsk: [
      ...new Set([
        ...(production === undefined ? [] : [production]),
        ...stakes.stopAndAsk,
        ...(knownStakes ? cautionsOf(base, cautions) : []),
      ]),
    ],
  }
}
