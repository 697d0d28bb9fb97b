import type { Check, Effect } from '#contract/recoveries.ts'
import { number } from '#words/counts.ts'
import type { Deployment, Resource, StateDocument } from '../state/checkpoint.ts'
import { objectIdentityOf } from '../state/entryKeys.ts'
import { sameJson } from '../json/sameJson.ts'
import { diffStates } from '../diff/stateDiff.ts'
import { objectionsTo } from '../surgery/edit.ts'

/** What a write claims to have changed; `undo`: nothing differs from the state that it is compared with. */
export type Claim = { kind: 'edit' | 'recovery'; changes: Effect } | { kind: 'undo'; what: string }

/** A state that was written: what speaks against it, and whether it differs from the one before as was claimed. */
export function writeProof(
  [written, former]: readonly (StateDocument | undefined)[],
  { claim }: { claim: Claim | null },
): { objection: string | null; checks: Check[] } {
  if (!written) return { objection: null, checks: [] }
  return {
    objection: objectionsTo(written)[0] ?? null,
    checks: claim && former ? checksOf(former, written, claim) : [],
  }
}

function checksOf(before: StateDocument, after: StateDocument, claim: Claim): Check[] {
  switch (claim.kind) {
    case 'undo':
      return [{ what: claim.what, ok: sameJson(before.deployment, after.deployment) }]
    case 'edit':
      return checksOfEdit(before, after, claim.changes)
    case 'recovery':
      return checksOfRecovery(before.deployment, after.deployment, claim.changes)
  }
}

function checksOfRecovery(before: Deployment, after: Deployment, changes: Effect): Check[] {
  const { operationsRemoved, operationsKept, entriesMoved } = changes
  const settled =
    operationsRemoved.length > 0
      ? `${operationsRemoved.length === 1 ? 'The answered operation is' : 'The answered operations are'} gone, and ${operationsKept.length} still pending.`
      : 'What was pending is pending still.'
  const rest =
    entriesMoved > 0 ? 'Every other entry is as it was.' : 'Every other entry is as it was, in its old order.'
  return [
    { what: settled, ok: sameJson(pendingIn(after), operationsKept) },
    { what: rest, ok: isRestSame(before, after, changes) },
  ]
}

/** That a state differs from the one before by what was shown, and by nothing else. */
function checksOfEdit(before: StateDocument, after: StateDocument, changes: Effect): Check[] {
  const { entries, counts } = diffStates(before, after, { urnsChanged: changes.urnsChanged, valueBudget: 0 })
  const of = (...kinds: string[]) => entries.filter(({ change }) => kinds.includes(change)).map(({ urn }) => urn)
  const { entriesRemoved, entriesAdded, entriesChanged, entriesMoved, operationsKept } = changes
  const isShown =
    sameJson(of('removed'), entriesRemoved) &&
    sameJson(of('added'), entriesAdded) &&
    sameJson(of('changed', 'renamed'), entriesChanged) &&
    counts.moved === entriesMoved
  const pending = pendingIn(after.deployment)
  return [
    {
      what: `What was shown has changed, and nothing else: ${counts.same === 1 ? 'one entry is' : `${number(counts.same)} entries are`} as before.`,
      ok: isShown,
    },
    {
      what:
        pending.length === 0
          ? 'No operation is pending.'
          : `The pending operations are those that were shown: ${pending.length}.`,
      ok: sameJson(pending, operationsKept),
    },
  ]
}

/** Types and URNs of what is pending, in the order of the state. */
export const pendingIn = ({ pending_operations: operations }: Deployment): { type: string; urn: string }[] =>
  (operations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn }))

/** Whether the entries that no part of the effect names are the same before and after, in the same order unless some moved. */
function isRestSame(before: Deployment, after: Deployment, changes: Effect): boolean {
  const { entriesRemoved, entriesAdded, entriesChanged, urnsChanged, entriesMoved } = changes
  const named = new Set([
    ...entriesRemoved,
    ...entriesAdded,
    ...entriesChanged,
    ...urnsChanged.flatMap(({ from, to }) => [from, to]),
  ])
  const rest = ({ resources = [] }: Deployment) => resources?.filter(({ urn }) => !named.has(urn)) ?? []
  const inOrder = (entries: Resource[]) =>
    entriesMoved > 0 ? entries.toSorted((a, b) => (objectIdentityOf(a) < objectIdentityOf(b) ? -1 : 1)) : entries
  const [was, is] = [inOrder(rest(before)), inOrder(rest(after))]
  return was.length === is.length && was.every((entry, at) => sameJson(entry, is[at]))
}
