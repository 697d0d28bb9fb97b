import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Effect, ItemAnswer, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { type Deployment, readState, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { verify } from '../state/integrity.ts'
import { urnName } from '../state/urn.ts'
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
  stack: StackRef
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
export function planRecovery({ recovery: id, document, items, answers, stack }: PlanInput): PlanResult {
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

  const edited = edit(document.deployment, choices)
  if (!edited.ok) return refuse('would_break_state', edited.reason)
  const before = findings(document.deployment)
  const after = findings(edited.deployment)
  const isMending = before.length > 0 && after.length < before.length
  if (after.length > 0 && !isMending) return refuse('would_break_state', brokenReason(before, after))
  return {
    ok: true,
    document: rewrapped(document, edited.deployment),
    // An invalid base is written at the highest level only, and only if it gets strictly better
    // (docs/recovery.md, Rules of a write).
    level: after.length > 0 ? 3 : recovery.level(choices),
    effect: effectOf(items, choices, edited.removed),
    integrityBefore: before,
    integrityAfter: after,
    stopAndAsk: recovery.stopAndAsk(choices),
    terminal: recovery.terminal(choices, stack),
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

type Edited = { ok: true; deployment: Deployment; removed: string[] } | { ok: false; reason: string }

function edit(deployment: Deployment, choices: Choice[]): Edited {
  const settled = new Set(answered(choices).map(({ item }) => item.index))
  const operations = deployment.pending_operations ?? []
  const kept = operations.filter((_, index) => !settled.has(index))
  const gone = choices.flatMap(({ item, answer }) =>
    answer === 'gone' ? [operations[item.index]?.resource ?? []].flat() : [],
  )
  const forgotten = forgetEntries(deployment.resources ?? [], gone)
  if (!forgotten.ok) return forgotten
  const { pending_operations: _, ...rest } = deployment
  return {
    ok: true,
    removed: forgotten.removed.map(({ urn }) => urn),
    deployment: {
      ...(kept.length > 0 ? { ...deployment, pending_operations: kept } : rest),
      ...(forgotten.removed.length > 0 && { resources: forgotten.resources }),
    },
  }
}

/**
 * Version and features are made anew (docs/recovery.md, Rules of a write); bodies of version 1 and 2 have no features
 * and keep theirs.
 */
function rewrapped(document: StateDocument, deployment: Deployment): StateDocument {
  if (document.version < 3) return { ...document, deployment }
  const made = toDocument(deployment, { byteString: document.features?.includes('byteString') ?? false })
  const { features: _, ...wrapper } = document
  return { ...wrapper, ...made }
}

const findings = (deployment: Deployment): string[] => verify(deployment).map(({ message }) => message)

const brokenReason = (before: string[], after: string[]): string =>
  before.length > 0
    ? `The state is broken already, and has to be repaired first: ${before[0]}.`
    : `The state would be broken afterwards: ${after[0]}.`

function effectOf(items: PendingItem[], choices: Choice[], entriesRemoved: string[]): Effect {
  const settled = new Set(answered(choices).map(({ item }) => item.key))
  const operationsRemoved = items.filter(({ key }) => settled.has(key)).map(({ type, urn }) => ({ type, urn }))
  const operationsKept = items.filter(({ key }) => !settled.has(key)).map(({ type, urn }) => ({ type, urn }))
  return {
    operationsRemoved,
    operationsKept,
    entriesRemoved,
    entriesAdded: [],
    entriesChanged: [],
    diffs: [],
    entriesMoved: 0,
    urnsChanged: [],
    sentences: [
      ...operationsRemoved.map(({ type, urn }) => `The pending operation "${type}" of ${urnName(urn)} is removed.`),
      ...entriesRemoved.map(
        (urn) => `The entry of ${urnName(urn)} is removed from the state; the cloud is not touched.`,
      ),
      ...(operationsKept.length > 0
        ? [
            `${operationsKept.length} pending ${operationsKept.length === 1 ? 'operation stays' : 'operations stay'} as they are.`,
          ]
        : ['No operation is pending afterwards.']),
      'Everything else stays as it is; the state from before is kept and can be brought back.',
    ],
  }
}
