import type { StackRef } from '#contract/common.ts'
import type { Finding, Guide, PendingItem, RecoveryOptions } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { emptyDocument, readState, type StateDocument } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { migrate } from '../state/migration.ts'
import { presentNames } from '../repair/presentNames.ts'
import { renameDocument } from '../state/rename.ts'
import { type FirstSeen, type PendingContext, pendingItems } from '../journal/pending.ts'
import type { Facts, FactsWithEarlier, GuidedRecovery } from './guidedRecovery.ts'
import { readOutputs, refreshingFirst } from './pending/readOutputs.ts'
import { removeOldEntries } from './resources/removeOldEntries.ts'
import { withoutUpdates } from './resources/withoutUpdates.ts'
import { integrityErrorsOf } from '../plan/verdict.ts'
import { guidedRecoveries, guidedRecovery } from './registry.ts'
import type { NamedStack } from '../stackName.ts'

/** The facts about a stack other than its current state. */
export type FactsWithoutState = Omit<Facts, 'document' | 'integrity'>

/** The version of a former state, and the stack's name then, if it may have been another. */
export type FormerVersion = { version: number; stack?: StackRef }

/** The facts, and the versions of the former states, in the same order as these. */
type WithFormer = { facts: FactsWithoutState; now: number; versions: readonly FormerVersion[] }

/** Maximum number of problems shown at once; the others follow once these are resolved. */
const MAX_PROBLEMS = 200

/** Facts that every recovery needs first: why the state cannot be edited, if so, and its pending operations. */
export function pendingFacts(
  document: StateDocument,
  { stack, firstSeen, late }: { stack: NamedStack; firstSeen: [string, FirstSeen][]; late: PendingContext['late'] },
): { unreadable: string | null; items: PendingItem[] } {
  const found = readState(document)
  if (!found.ok) return { unreadable: found.problem, items: [] }
  const { deployment } = document
  const items = pendingItems({ stack, deployment, firstSeen: new Map(firstSeen), ...(late && { late }) })
  return { unreadable: null, items }
}

/** The findings of all recoveries, next to those of the state itself. */
export function guidedFindings(
  document: StateDocument,
  withoutState: FactsWithoutState,
): { integrity: string[]; guided: Omit<Finding, 'blocked'>[] } {
  const facts = factsOf(document, withoutState)
  return {
    integrity: facts.unreadable === null ? integrityErrorsOf(facts.document) : [],
    // A recovery that throws on an unexpected state must not hide the others.
    guided: guidedRecoveries.flatMap(({ id, finding, apply }) => {
      // Only guides are offered for a state that cannot be read.
      if (facts.unreadable !== null && apply !== undefined) return []
      const found = finding(facts)
      return found ? [{ recovery: id, ...found }] : []
    }),
  }
}

/** What one recovery offers for the current state; throws for recoveries with their own pages. */
export function recoveryOptions(
  documents: readonly StateDocument[],
  {
    recovery: id,
    basis,
    finding,
    ...rest
  }: WithFormer & { recovery: RecoveryId; basis: RecoveryOptions['basis']; finding: Finding | null },
): RecoveryOptions {
  const recovery = guidedRecovery(id)
  if (!recovery) throw new Error(`${id} has no problems to fix`)
  const facts = factsWithEarlier(documents, rest)
  const problems = facts.unreadable === null ? (recovery.problems?.(facts) ?? []) : []
  return {
    recovery: id,
    basis,
    finding,
    problems: problems.slice(0, MAX_PROBLEMS),
    left: Math.max(0, problems.length - MAX_PROBLEMS),
    onlyOne: recovery.onlyOne ?? false,
    guide: guideOf(recovery, facts),
  }
}

/**
 * All facts, including the entries of those former states that can be read, newest first. These have the names that the
 * stack has now: under former ones, the next update would delete everything and create it again.
 */
export function factsWithEarlier(
  [document, ...former]: readonly StateDocument[],
  { facts, now, versions }: WithFormer,
): FactsWithEarlier {
  const earlier = former.flatMap((state, at) => {
    const { version = 0, stack } = versions[at] ?? {}
    if (!readState(state).ok) return []
    const migrated = migrate(state)
    return [{ version, deployment: (stack ? renameDocument(migrated, stack, facts.stack) : migrated).deployment }]
  })
  const known = factsOf(document ?? emptyDocument(), facts)
  return {
    ...known,
    now,
    earlier: earlier
      .toSorted((a, b) => b.version - a.version)
      .map(known.unreadable === null ? presentNames(known.document, known.stack) : (each) => each),
  }
}

const factsOf = (document: StateDocument, withoutState: FactsWithoutState): Facts => ({
  ...withoutState,
  document: withoutState.unreadable === null ? migrate(document) : document,
  integrity: withoutState.unreadable === null ? verify(document.deployment) : [],
})

function guideOf({ id, guide }: GuidedRecovery, facts: FactsWithEarlier): Guide | null {
  const made = guide?.(facts)
  if (!made) return null
  const found = withoutUpdates(made, facts, { saysSo: id === removeOldEntries.id })
  return id === readOutputs.id || facts.unreadable !== null ? found : refreshingFirst(found, facts)
}
