import type { StackRef } from '#contract/common.ts'
import type { ItemAnswer, PendingAnswer } from '#contract/recoveries.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { decodingFaults } from '#domain/state/decoding.ts'
import { isAccepted, verify } from '#domain/state/integrity.ts'
import { pendingItems } from '#domain/journal/pending.ts'
import { planRecovery } from '#domain/recoveries/planRecovery.ts'
import { applyRepairs, type RepairEdit } from '#domain/repair/applyRepairs.ts'
import type { Choice, EarlierVersion } from '#domain/repair/plan.ts'
import { changedProperties, type EntryChange, type EntryName, entryName } from './compareStates.ts'

/** What a person chose to have done to the state that is open. */
export type Wish = {
  choices: Choice[]
  /** By the operation's place in the state; none means that nobody has said anything. */
  answers: Record<number, PendingAnswer>
  stack: StackRef
}

export type OperationName = { type: string; urn: string }

/** Exactly what the wish does, and whether the result may be handed out. */
export type ExportEffect = {
  isChanged: boolean
  added: EntryName[]
  removed: EntryName[]
  changed: EntryChange[]
  /** Entries that stand elsewhere in the list. */
  moved: number
  urnsChanged: { from: string; to: string }[]
  operationsSettled: OperationName[]
  /** Still pending afterwards; an import forgets them (docs/state.md, Pending operations). */
  operationsLeft: OperationName[]
  warnings: string[]
  /** What engines object to afterwards. */
  objections: string[]
  /** Why there is no file to download; undefined when there is. */
  refusal: string | undefined
}

/** Repairs first, then the answers, each by the rules that the server uses; the result is verified by both of the engine's verifiers. */
export function planExport(
  base: StateDocument,
  wish: Wish,
  earlier: readonly EarlierVersion[] = [],
): { document: StateDocument; effect: ExportEffect } {
  const repaired: Pick<RepairEdit, 'document' | 'changed' | 'problems' | 'verdict'> =
    wish.choices.length > 0
      ? applyRepairs(base, wish.choices, earlier)
      : { document: base, changed: unchanged(), problems: [], verdict: 'valid' }
  const settled = settle(repaired.document, wish)
  const { document } = settled
  const { added, removed, changed, moved, urnsChanged } = repaired.changed
  const findings = verify(document.deployment)
  const faults = decodingFaults(document.deployment)
  const objections = [...faults.map(({ message }) => message), ...findings.map(({ message }) => message)]
  const warnings = repaired.problems.filter(({ severity }) => severity === 'warning').map(({ message }) => message)
  const errors = repaired.problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  return {
    document,
    effect: {
      isChanged: document !== base,
      added: added.map(entryName),
      removed: [...removed.map(entryName), ...settled.removed],
      changed: changed.map(({ before, after }) => ({
        ...entryName(after),
        properties: changedProperties(before, after),
      })),
      moved: moved.length,
      urnsChanged,
      operationsSettled: settled.operations,
      operationsLeft: operationsOf(document),
      warnings: [...warnings, ...settled.warnings],
      objections,
      refusal:
        errors[0] ??
        settled.refusal ??
        (faults.length > 0 || !isAccepted(findings)
          ? `The engine would refuse the result: ${objections[0] ?? 'it cannot be read'}.`
          : undefined),
    },
  }
}

type Settled = {
  document: StateDocument
  removed: EntryName[]
  operations: OperationName[]
  warnings: string[]
  refusal?: string
}

function settle(document: StateDocument, { answers, stack }: Wish): Settled {
  const nothing = { document, removed: [], operations: [], warnings: [] }
  const items = pendingItems({ stack, deployment: document.deployment })
  const given = items.map(({ key, index }): ItemAnswer => ({ key, answer: answers[index] ?? 'keep' }))
  if (given.every(({ answer }) => answer === 'keep')) return nothing
  const plan = planRecovery({ recovery: 'resolve-operations', document, items, answers: given, stack })
  if (!plan.ok) return { ...nothing, refusal: plan.reason }
  const gone = new Set(plan.effect.entriesRemoved)
  return {
    document: plan.document,
    removed: (document.deployment.resources ?? []).filter(({ urn }) => gone.has(urn)).map(entryName),
    operations: plan.effect.operationsRemoved,
    warnings: plan.stopAndAsk,
  }
}

const operationsOf = ({ deployment }: StateDocument): OperationName[] =>
  (deployment.pending_operations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn }))

const unchanged = (): RepairEdit['changed'] => ({ added: [], removed: [], changed: [], moved: [], urnsChanged: [] })
