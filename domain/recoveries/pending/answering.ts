import type { ConfirmationLevel, PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import { highest } from '../../plan/stakes.ts'
import type { Deployment } from '../../state/checkpoint.ts'
import { applyDraft, draftOf, error, refused, type StateEdit } from '../../edits/edit.ts'
import type { Chosen, Facts, GuidedRecovery } from '../guidedRecovery.ts'
import type { Recovery } from '../recovery.ts'
import { forgetEntries } from '../resources/forget.ts'
import { asProblem } from './asProblem.ts'
import { levelOf } from './situations.ts'
import type { NamedStack } from '../../stackName.ts'

/** The answer for one pending operation. */
export type Answer = { item: PendingItem; answer: PendingAnswer }

type Parts = Recovery & {
  /** Whether the recovery handles the operation. */
  takes: (item: PendingItem) => boolean
  /** The level for several answers together, if it is not the highest of them. */
  level?: (answered: readonly Answer[]) => ConfirmationLevel
  /** Reasons to stop and ask someone first, for all answers together: what several have in common is said once. */
  caution: (answers: readonly Answer[]) => string[]
  /** Equivalent commands, as far as there are any. */
  terminal: (answers: readonly Answer[], stack: NamedStack) => string[]
  incomplete?: GuidedRecovery['incomplete']
}

/**
 * A recovery that answers pending operations and removes the answered ones from the state. Each operation is a problem
 * and each answer an option; the answer that the outcome is unknown keeps the operation. Removes nothing but the answered
 * operations and, for a delete whose object is gone, its entry.
 */
export const answering = ({ takes, level, caution, terminal, incomplete, ...about }: Parts): GuidedRecovery => ({
  ...about,
  // Pending operations are reported by pendingFindings.ts, for all recoveries together.
  finding: () => undefined,
  isOfPresent: true,
  problems: ({ pending }) => pending.filter(takes).map(asProblem),
  ...(incomplete && { incomplete }),
  combinedStakes: ({ pending, stack }, chosen) => {
    const answers = answersOf(pending, chosen)
    const answered = answers.filter(({ answer }) => answer !== 'keep')
    return {
      level: level?.(answered) ?? highest(answers.map(({ item, answer }) => levelOf(item, answer))),
      stopAndAsk: caution(answered),
      terminal: terminal(answers, stack),
    }
  },
  // A statement is found by its operation (`server/core/stacks/untracked.ts`).
  recordedAs: ({ problem }) => `${problem.kind} ${problem.urns[0]}`,
  apply: resolve,
})

function answersOf(pending: readonly PendingItem[], chosen: readonly Chosen[]): Answer[] {
  const byKey = new Map(pending.map((item) => [item.key, item]))
  return chosen.flatMap(({ problem, option: { id } }) => {
    const item = byKey.get(problem.id)
    const answer = item?.answers.find((offered) => offered.answer === id)?.answer
    return item && answer ? [{ item, answer }] : []
  })
}

function resolve({ document, pending }: Facts, chosen: readonly Chosen[]): StateEdit {
  const answered = answersOf(pending, chosen).filter(({ answer }) => answer !== 'keep')
  if (answered.length === 0) return refused(document, [])
  const resolved = new Set(answered.map(({ item }) => item.index))
  const operations = document.deployment.pending_operations ?? []
  const kept = operations.filter((_, index) => !resolved.has(index))
  const gone = answered.flatMap(({ item, answer }) =>
    answer === 'gone' ? [operations[item.index]?.resource ?? []].flat() : [],
  )
  const forgotten = forgetEntries(document.deployment.resources ?? [], gone)
  if (!forgotten.ok) return refused(document, [error('cannotForget', forgotten.reason)])
  const removed = new Set(forgotten.removed)
  const draft = draftOf(document).filter(({ resource }) => !removed.has(resource))
  const beside = { pending_operations: kept.length > 0 ? kept : undefined } as Partial<Deployment> // undefined removes the key
  return { ...applyDraft(document, draft, beside), problems: [] }
}
