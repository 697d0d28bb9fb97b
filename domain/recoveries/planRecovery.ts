import type { ConfirmationLevel, Effect, ItemAnswer, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { type About, planWrite } from '../plan/planWrite.ts'
import { type Deployment, readState, type StateDocument } from '../state/checkpoint.ts'
import { migrate } from '../state/migration.ts'
import { applyDraft, draftOf, type StateEdit } from '../surgery/edit.ts'
import { forgetEntries } from './resources/forget.ts'
import { clearOperations } from './pending/clearOperations.ts'
import { clearCreate } from './pending/clearCreate.ts'
import { compareCreate } from './pending/compareCreate.ts'
import { resolveOperations } from './pending/resolveOperations.ts'
import { answered, type Choice, type PendingRecovery } from './pending/pendingRecovery.ts'
import { named } from './named.ts'

export type PlanInput = {
  recovery: RecoveryId
  /** The state that the items were read from. */
  document: StateDocument
  items: PendingItem[]
  answers: ItemAnswer[]
  about: About
}

export type Planned = {
  /** The state as it would be. Shares what it does not change with the former one, which is left alone. */
  document: StateDocument
  level: ConfirmationLevel
  effect: Effect
  integrityBefore: string[]
  integrityAfter: string[]
  stopAndAsk: string[]
  terminal: string[]
  choices: Choice[]
}

export type Refused = { code: 'bad_request' | 'conflict' | 'would_break_state' | 'unsupported_state'; reason: string }
export type PlanResult = ({ ok: true } & Planned) | ({ ok: false } & Refused)

const recoveries: Partial<Record<RecoveryId, PendingRecovery>> = {
  'clear-operations': clearOperations,
  'clear-create': clearCreate,
  'compare-create': compareCreate,
  'resolve-operations': resolveOperations,
}

/**
 * What a recovery of pending operations would do to a state (docs/recovery.md, Rules of a write). Nothing but the
 * answered operations goes, and for a delete whose object is gone its entry; order, unknown keys, ciphertexts, manifest
 * and metadata stay as they are.
 */
export function planRecovery({ recovery: id, document, items, answers, about }: PlanInput): PlanResult {
  const recovery = recoveries[id]
  if (!recovery) return refuse('bad_request', `${named(id)} changes no state, so there is nothing to plan.`)
  const readable = readState(document)
  if (!readable.ok) return refuse('unsupported_state', `This state cannot be edited here: ${readable.problem}.`)
  const picked = pickChoices(items, answers)
  if ('code' in picked) return refuse(picked.code, picked.reason)
  const { choices } = picked
  const refusal = recovery.refusal(choices, items)
  if (refusal) return refuse('bad_request', refusal)
  if (answered(choices).length === 0) return refuse('bad_request', 'Nothing would change: no operation was judged yet.')

  const base = migrate(document)
  const edited = edit(base, choices)
  if ('reason' in edited) return refuse('would_break_state', edited.reason)
  const plan = planWrite(base, edited, about, {
    level: recovery.level(choices),
    because: [],
    stopAndAsk: recovery.stopAndAsk(choices),
  })
  const { verdict, level, effect, stopAndAsk } = plan
  if (verdict.refusal) return refuse('would_break_state', verdict.refusal.message)
  return {
    ok: true,
    document: edited.document,
    level,
    effect,
    integrityBefore: verdict.before,
    integrityAfter: verdict.after,
    stopAndAsk,
    terminal: recovery.terminal(choices, about.stack),
    choices,
  }
}

/** What still has to be said before these choices may be carried out: names of operations without a statement. */
export const missingStatements = (choices: Choice[], level: ConfirmationLevel): string[] =>
  answered(choices)
    .filter(({ item, answer, statement }) => {
      const isNeeded =
        level === 3 || item.answers.find((offered) => offered.answer === answer)?.needsStatement !== false
      return isNeeded && !statement
    })
    .map(({ item }) => item.name)

const refuse = (code: Refused['code'], reason: string): PlanResult => ({ ok: false, code, reason })

function pickChoices(items: PendingItem[], answers: ItemAnswer[]): { choices: Choice[] } | Refused {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const choices: Choice[] = []
  for (const { key, answer, statement } of answers) {
    const item = byKey.get(key)
    if (!item) return { code: 'conflict', reason: `The operation "${key}" is not pending in this state.` }
    if (choices.some((choice) => choice.item === item))
      return { code: 'bad_request', reason: `${item.name} is answered twice.` }
    if (!item.answers.some((offered) => offered.answer === answer)) {
      return { code: 'bad_request', reason: `"${answer}" is no answer to the pending ${item.type} of ${item.name}.` }
    }
    choices.push({ item, answer, statement: statement || undefined })
  }
  return { choices }
}

/** The answered operations go, and the entries of deletes whose objects are gone. */
function edit(
  document: StateDocument,
  choices: Choice[],
): Pick<StateEdit, 'document' | 'changed'> | { reason: string } {
  const settled = new Set(answered(choices).map(({ item }) => item.index))
  const operations = document.deployment.pending_operations ?? []
  const kept = operations.filter((_, index) => !settled.has(index))
  const gone = choices.flatMap(({ item, answer }) =>
    answer === 'gone' ? [operations[item.index]?.resource ?? []].flat() : [],
  )
  const forgotten = forgetEntries(document.deployment.resources ?? [], gone)
  if (!forgotten.ok) return forgotten
  const removed = new Set(forgotten.removed)
  const draft = draftOf(document).filter(({ resource }) => !removed.has(resource))
  const beside = { pending_operations: kept.length > 0 ? kept : undefined } as Partial<Deployment> // none takes the key away
  return applyDraft(document, draft, beside)
}
