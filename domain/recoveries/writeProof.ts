import type { Check, Effect } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import type { Deployment, Resource, StateDocument } from '../state/checkpoint.ts'
import { objectIdentityOf } from '../state/entryKeys.ts'
import { sameJson } from '../json/sameJson.ts'
import { integrityErrorsOf, verdictOf } from '../plan/verdict.ts'

/** What a write claims to have changed; `undo`: the state equals the one that it is compared with. */
export type Claim = { kind: 'edit' | 'recovery'; changes: Effect } | { kind: 'undo'; what: string }

/**
 * Verifies a written state: its first integrity error, and whether it differs from the one before as claimed. `left`:
 * how many errors are left of those before, if the write removed some and added none.
 */
export function writeProof(
  [written, former]: readonly (StateDocument | undefined)[],
  { claim }: { claim: Claim | null },
): { integrityError: string | null; left: { errors: number; before: number } | null; checks: Check[] } {
  if (!written) return { integrityError: null, left: null, checks: [] }
  const [integrityError = null] = integrityErrorsOf(written)
  return {
    integrityError,
    left: former && integrityError !== null ? leftOf(former, written) : null,
    checks: claim && former ? checksOf(former, written, claim) : [],
  }
}

function leftOf(former: StateDocument, written: StateDocument): { errors: number; before: number } | null {
  const { is, after, before } = verdictOf(former, written)
  return is === 'better' ? { errors: after.length, before: before.length } : null
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
  const resolved =
    operationsRemoved.length > 0
      ? `${counted(operationsRemoved.length, 'operation')} cleared; ${operationsKept.length === 0 ? 'none' : number(operationsKept.length)} pending.`
      : 'Pending operations are unchanged.'
  const rest =
    entriesMoved > 0 ? 'All other resources are unchanged.' : 'All other resources are unchanged, in the same order.'
  return [
    { what: resolved, ok: sameJson(pendingIn(after), operationsKept) },
    { what: rest, ok: isRestSame(before, after, changes) && isAsShown(before, after, changes) },
  ]
}

function checksOfEdit({ deployment: before }: StateDocument, { deployment: after }: StateDocument, changes: Effect) {
  const pending = pendingIn(after)
  const same = restOf(after, changes).length
  return [
    {
      what: `Only what was previewed has changed: ${counted(same, 'resource')} ${plural(same, 'is', 'are')} unchanged.`,
      ok: isRestSame(before, after, changes) && isAsShown(before, after, changes),
    },
    {
      what:
        pending.length === 0
          ? 'No operation is pending.'
          : `${counted(pending.length, 'operation')} ${plural(pending.length, 'is', 'are')} pending, as previewed.`,
      ok: sameJson(pending, changes.operationsKept),
    },
  ]
}

/** Types and URNs of the pending operations, in the order of the state. */
export const pendingIn = ({ pending_operations: operations }: Deployment): { type: string; urn: string }[] =>
  (operations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn }))

/** Whether all entries outside of the effect are unchanged, and in the same order unless some moved. */
function isRestSame(before: Deployment, after: Deployment, changes: Effect): boolean {
  const inOrder = (entries: Resource[]) =>
    changes.entriesMoved > 0
      ? entries.toSorted((a, b) => (objectIdentityOf(a) < objectIdentityOf(b) ? -1 : 1))
      : entries
  const [was, is] = [inOrder(restOf(before, changes)), inOrder(restOf(after, changes))]
  return was.length === is.length && was.every((entry, at) => sameJson(entry, is[at]))
}

function restOf({ resources = [] }: Deployment, changes: Effect): Resource[] {
  const { entriesRemoved, entriesAdded, entriesChanged, urnsChanged } = changes
  const renamed = urnsChanged.flatMap(({ from, to }) => [from, to])
  const named = new Set([...entriesRemoved, ...entriesAdded, ...entriesChanged, ...renamed])
  return resources?.filter(({ urn }) => !named.has(urn)) ?? []
}

/**
 * Whether as many entries of each URN were added and removed as the effect says, and those that it lists as changed
 * differ.
 */
function isAsShown(before: Deployment, after: Deployment, changes: Effect): boolean {
  const { entriesRemoved, entriesAdded, entriesChanged, urnsChanged } = changes
  const isChanged = new Set(entriesChanged)
  const former = new Map(urnsChanged.filter(({ to }) => isChanged.has(to)).map(({ from, to }) => [to, from]))
  const [was, is] = [byUrn(before), byUrn(after)]
  const expected = new Map([...was].map(([urn, entries]) => [urn, entries.length]))
  const expect = (urns: Iterable<string>, more: 1 | -1) => {
    for (const urn of urns) expected.set(urn, (expected.get(urn) ?? 0) + more)
  }
  expect(entriesAdded, 1)
  expect(entriesRemoved, -1)
  expect(former.keys(), 1)
  expect(former.values(), -1)
  const isCounted = [...expected].every(([urn, count]) => count === (is.get(urn)?.length ?? 0))
  const isDifferent = entriesChanged.every((urn) => !sameJson(was.get(former.get(urn) ?? urn), is.get(urn)))
  return isCounted && isDifferent && [...is.keys()].every((urn) => expected.has(urn))
}

const byUrn = ({ resources }: Deployment): Map<string, Resource[]> => Map.groupBy(resources ?? [], ({ urn }) => urn)
