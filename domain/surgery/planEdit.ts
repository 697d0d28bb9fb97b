import type { Basis, StackRef } from '#contract/common.ts'
import type { EditOperation, EditPlan } from '#contract/edits.ts'
import type { ConfirmationLevel, Effect } from '#contract/recoveries.ts'
import { number } from '#words/counts.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { isProduction } from '../recoveries/lease/cancelUpdate.ts'
import { diffStates } from '../diff/stateDiff.ts'
import { applyOperation, operationTerminal, operationTitle } from './applyOperation.ts'
import { hasError, objectionsTo, type StateEdit } from './edit.ts'
import { type EditLevel, editLevel } from './editLevel.ts'
import { aliasLine } from './renameResource.ts'
import type { TextRules } from './replace.ts'

export type EditFacts = {
  stack: StackRef
  basis: Basis
  tags?: Record<string, string>
  /** The least level, for reasons that lie outside of the state. */
  least?: ConfirmationLevel
  opens?: TextRules['opens']
  /** Judged elsewhere: a move forgets nothing and adopts nothing, though each of its two states looks like that. */
  stakes?: EditLevel
}

/** An edit and the state as it would be; with an error among the problems that is the state as it was. */
export type PlannedEdit = { document: StateDocument; plan: EditPlan }

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
export function planOf(
  base: StateDocument,
  { document, changed, problems }: StateEdit,
  { stack, basis, tags = {}, least = 0, title, terminal, ...facts }: EditFacts & { title: string; terminal: string[] },
): PlannedEdit {
  const isChanged = document !== base
  const diff = diffStates(base, document, { urnsChanged: changed.urnsChanged })
  const integrityBefore = objectionsTo(base)
  const integrityAfter = isChanged ? objectionsTo(document) : integrityBefore
  const stakes = facts.stakes ?? editLevel(base, document, changed)
  const isInvalid = integrityAfter.length > 0 && isChanged
  const level = Math.max(stakes.level, least, isInvalid ? 3 : 0) as ConfirmationLevel // the largest of levels
  const because = [
    ...(level === stakes.level ? stakes.because : []),
    ...(isInvalid ? ['The state would still be invalid, if less so than now.'] : []),
    ...(least === level && least > stakes.level
      ? ['The last run left entries that nobody here can read: what they said is not in this state.']
      : []),
  ]
  const asks = level >= 2 && isProduction(stack.stack, tags) ? ['This stack is marked as production.'] : []
  const isNothing = !isChanged && !hasError(problems)
  return {
    document,
    plan: {
      basis,
      title,
      problems: isNothing
        ? [...problems, { severity: 'warning', code: 'nothing', message: 'Nothing changes.' }]
        : problems,
      isPossible: isChanged && !hasError(problems),
      diff,
      urnsChanged: changed.urnsChanged.map(({ from, to }) => ({ from, to, alias: aliasLine(from) })),
      sentences: sentencesOf(diff),
      level,
      because,
      integrityBefore,
      integrityAfter,
      stopAndAsk: [
        ...asks,
        ...stakes.stopAndAsk,
        ...problems.filter(({ code }) => code === 'lowerMajor').map(({ message }) => message),
      ],
      terminal,
    },
  }
}

function sentencesOf({ counts, beside, operationsAdded, operationsRemoved }: EditPlan['diff']): string[] {
  const said = [
    [counts.removed, 'leaves the state; the cloud is not touched', 'leave the state; the cloud is not touched'],
    [counts.added, 'comes into the state', 'come into the state'],
    [counts.renamed, 'gets another URN', 'get another URN'],
    [counts.changed, 'changes', 'change'],
    [counts.moved, 'moves in the list', 'move in the list'],
  ] as const
  const lines = said.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count === 1 ? 'One entry' : `${number(count)} entries`} ${count === 1 ? one : many}.`],
  )
  const pending = operationsAdded.length + operationsRemoved.length
  if (pending > 0) lines.push(`${pending === 1 ? 'One pending operation' : `${pending} pending operations`} differ.`)
  if (beside.length > 0) lines.push(`Beside the entries: ${beside.map(({ path }) => path).join(', ')}.`)
  return [...lines, 'Everything else stays as it is; the state from before is kept and can be brought back.']
}

/** Most entries whose differences are kept with the record. */
const MOST_KEPT = 500

/** The effect as the history keeps it. */
export function effectOfPlan({ diff, urnsChanged, sentences, title }: EditPlan, after: StateDocument): Effect {
  const of = (...kinds: string[]) => diff.entries.filter(({ change }) => kinds.includes(change))
  return {
    operationsRemoved: diff.operationsRemoved,
    operationsKept: (after.deployment.pending_operations ?? []).map(({ type, resource }) => ({
      type,
      urn: resource.urn,
    })),
    entriesRemoved: of('removed').map(({ urn }) => urn),
    entriesAdded: of('added').map(({ urn }) => urn),
    entriesChanged: of('changed', 'renamed').map(({ urn }) => urn),
    diffs: of('changed', 'renamed')
      .slice(0, MOST_KEPT)
      .map(({ urn, properties }) => ({
        urn,
        properties: properties.map(({ path, was = null, is = null }) => ({ path, was, is })),
      })),
    entriesMoved: diff.counts.moved,
    urnsChanged: urnsChanged.map(({ from, to }) => ({ from, to })),
    sentences: [`${title}.`, ...sentences],
  }
}
