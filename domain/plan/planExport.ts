import type { ConfirmationLevel, PendingAnswer } from '#contract/recoveries.ts'
import type { StackRef } from '#contract/common.ts'
import { pendingItems } from '../journal/pending.ts'
import { resolveOperations } from '../recoveries/pending/resolveOperations.ts'
import { planChange } from '../recoveries/planChange.ts'
import { applyRepairs, type RepairEdit } from '../repair/applyRepairs.ts'
import type { Choice, EarlierVersion } from '../repair/plan.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { migrate } from '../state/migration.ts'
import { noChanges } from '../edits/edit.ts'
import { planWrite } from './planWrite.ts'
import { highest } from './stakes.ts'

/** Changes chosen by the user for a state that is open in the browser. */
export type ExportRequest = {
  choices: Choice[]
  /** By index of the operation in the state; absent if not answered. */
  answers: Record<number, PendingAnswer>
  stack: StackRef
}

type OperationName = { type: string; urn: string }
type EntryName = { urn: string; type: string; id: string | undefined }

/**
 * The exact effect, and whether the result may be downloaded. No value leaves the worker or page that has the state.
 */
export type ExportEffect = {
  isChanged: boolean
  added: EntryName[]
  removed: EntryName[]
  /** With the paths of the properties that differ. */
  changed: (EntryName & { properties: string[] })[]
  /** Number of entries whose place in the list changes. */
  moved: number
  urnsChanged: { from: string; to: string }[]
  operationsResolved: OperationName[]
  /** Operations that stay pending; an import forgets them (docs/state.md, Pending operations). */
  operationsLeft: OperationName[]
  warnings: string[]
  /** The integrity errors of the result, in the engine's words. */
  integrityErrors: string[]
  /** Why there is no file to download; undefined if there is one. */
  refusal: string | undefined
}

/**
 * Applies the repairs, then the answers, by the same rules as the server. The file is for `pulumi stack import`, which
 * refuses a state that the engine cannot work with, so a result that is merely better is not offered.
 */
export function planExport(
  base: StateDocument,
  request: ExportRequest,
  earlier: readonly EarlierVersion[] = [],
): { document: StateDocument; effect: ExportEffect } {
  const repaired: Pick<RepairEdit, 'document' | 'changed' | 'problems' | 'level'> =
    request.choices.length > 0
      ? applyRepairs(base, request.choices, earlier)
      : { document: base, changed: noChanges(), problems: [], level: 0 }
  const resolved = resolve(repaired.document, request)
  const { document } = resolved
  const isChanged = document !== base
  const { verdict, diff, effect, stopAndAsk } = planWrite(
    isChanged ? migrate(base) : base,
    { document, changed: repaired.changed },
    { stack: request.stack, tags: {}, least: 0 },
    { level: highest([repaired.level, resolved.level]), because: [], stopAndAsk: resolved.stopAndAsk },
  )
  const messagesOf = (wanted: 'error' | 'warning') =>
    repaired.problems.filter(({ severity }) => severity === wanted).map(({ message }) => message)
  const entries = (...kinds: string[]) =>
    diff.entries
      .filter(({ change }) => kinds.includes(change))
      .map(({ urn, type, id, properties }) => ({
        urn,
        type,
        id: id ?? undefined,
        properties: properties.map(({ path }) => path),
      }))
  return {
    document,
    effect: {
      isChanged,
      added: entries('added').map(nameOf),
      removed: entries('removed').map(nameOf),
      changed: entries('changed', 'renamed'),
      moved: effect.entriesMoved,
      urnsChanged: effect.urnsChanged,
      operationsResolved: effect.operationsRemoved,
      operationsLeft: effect.operationsKept,
      warnings: [...messagesOf('warning'), ...stopAndAsk],
      integrityErrors: verdict.after,
      refusal:
        messagesOf('error')[0] ??
        resolved.refusal ??
        (isChanged ? verdict.refusal?.message : undefined) ??
        (verdict.isReadable ? undefined : `The engine would refuse the result: ${verdict.after[0]}.`),
    },
  }
}

const nameOf = ({ urn, type, id }: EntryName): EntryName => ({ urn, type, id })

type Resolved = { document: StateDocument; level: ConfirmationLevel; stopAndAsk: string[]; refusal?: string }

function resolve(document: StateDocument, { answers, stack }: ExportRequest): Resolved {
  const nothing: Resolved = { document, level: 0, stopAndAsk: [] }
  const present = migrate(document)
  const pending = pendingItems({ stack, deployment: present.deployment })
  const choices = pending.map(({ key, index }) => ({ problem: key, option: answers[index] ?? 'keep', inputs: {} }))
  if (choices.every(({ option }) => option === 'keep')) return nothing
  const facts = { stack, document: present, pending, ...NOTHING_ELSE }
  const plan = planChange(resolveOperations, facts, choices, { tags: {}, least: 0 })
  return plan.ok ? plan : { ...nothing, refusal: plan.reason }
}

/** A file has no facts besides its state. */
const NOTHING_ELSE = {
  integrity: [],
  unreadable: null,
  lastRun: null,
  cliVersion: '',
  failed: [],
  messages: [],
  versions: [],
  earlier: [],
  now: 0,
}
