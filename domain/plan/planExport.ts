import type { ConfirmationLevel, PendingAnswer } from '#contract/recoveries.ts'
import type { StackRef } from '#contract/common.ts'
import { pendingItems } from '../journal/pending.ts'
import { resolveOperations } from '../recoveries/pending/resolveOperations.ts'
import { planChange } from '../recoveries/planChange.ts'
import { applyRepairs, type RepairEdit } from '../repair/applyRepairs.ts'
import type { Choice, EarlierVersion } from '../repair/plan.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { migrate } from '../state/migration.ts'
import { noChanges } from '../surgery/edit.ts'
import { planWrite } from './planWrite.ts'
import { highest } from './stakes.ts'

/** What a person chose to have done to a state that is open in the browser. */
export type Wish = {
  choices: Choice[]
  /** By the operation's place in the state; none means that no one has said anything. */
  answers: Record<number, PendingAnswer>
  stack: StackRef
}

type OperationName = { type: string; urn: string }
type EntryName = { urn: string; type: string; id: string | undefined }

/** Exactly what the wish does, and whether the result may be handed out. No value leaves the place where the state is. */
export type ExportEffect = {
  isChanged: boolean
  added: EntryName[]
  removed: EntryName[]
  /** With the paths of the properties that differ. */
  changed: (EntryName & { properties: string[] })[]
  /** Entries that are elsewhere in the list. */
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

/**
 * Repairs first, then the answers, each by the rules that the server uses. The file is for `pulumi stack import`, which
 * takes no state that the engine cannot work with: a result that is only better is not handed out.
 */
export function planExport(
  base: StateDocument,
  wish: Wish,
  earlier: readonly EarlierVersion[] = [],
): { document: StateDocument; effect: ExportEffect } {
  const repaired: Pick<RepairEdit, 'document' | 'changed' | 'problems' | 'level'> =
    wish.choices.length > 0
      ? applyRepairs(base, wish.choices, earlier)
      : { document: base, changed: noChanges(), problems: [], level: 0 }
  const settled = settle(repaired.document, wish)
  const { document } = settled
  const isChanged = document !== base
  const { verdict, diff, effect, stopAndAsk } = planWrite(
    isChanged ? migrate(base) : base,
    { document, changed: repaired.changed },
    { stack: wish.stack, tags: {}, least: 0 },
    { level: highest([repaired.level, settled.level]), because: [], stopAndAsk: settled.stopAndAsk },
  )
  const said = (wanted: 'error' | 'warning') =>
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
      operationsSettled: effect.operationsRemoved,
      operationsLeft: effect.operationsKept,
      warnings: [...said('warning'), ...stopAndAsk],
      objections: verdict.after,
      refusal:
        said('error')[0] ??
        settled.refusal ??
        (isChanged ? verdict.refusal?.message : undefined) ??
        (verdict.isReadable ? undefined : `The engine would refuse the result: ${verdict.after[0]}.`),
    },
  }
}

const nameOf = ({ urn, type, id }: EntryName): EntryName => ({ urn, type, id })

type Settled = { document: StateDocument; level: ConfirmationLevel; stopAndAsk: string[]; refusal?: string }

function settle(document: StateDocument, { answers, stack }: Wish): Settled {
  const nothing: Settled = { document, level: 0, stopAndAsk: [] }
  const present = migrate(document)
  const pending = pendingItems({ stack, deployment: present.deployment })
  const choices = pending.map(({ key, index }) => ({ problem: key, way: answers[index] ?? 'keep', inputs: {} }))
  if (choices.every(({ way }) => way === 'keep')) return nothing
  const facts = { stack, document: present, pending, ...NOTHING_ELSE }
  const plan = planChange(resolveOperations, facts, choices, { tags: {}, least: 0 })
  return plan.ok ? plan : { ...nothing, refusal: plan.reason }
}

/** Of a file nothing is known but what it holds. */
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
