import type { Effect, RecoveryRecord } from '#contract/recoveries.ts'
import type { Deployment, Resource } from '#domain/checkpoint.ts'
import { objectIdentityOf } from '#domain/entryKeys.ts'
import { verify } from '#domain/integrity.ts'
import { sameJson } from '#domain/sameJson.ts'
import { readState } from '../../service/states.ts'
import type { Reader, StackRow, UpdateRow } from '../../store/port.ts'
import { editProof } from '../edits/proof.ts'
import type { Note } from './note.ts'

export type Proof = RecoveryRecord['proof']

/** Reads the state that was written and the one before back from the store, and compares them. */
export async function proofOf(reader: Reader, stack: StackRow, update: UpdateRow, note: Note): Promise<Proof> {
  const former = await reader.stateByVersion(stack.id, note.basis.version)
  const written = update.stateId === null ? undefined : await reader.state(update.stateId)
  if (!former || !written) return []
  const removed = [former, written].filter(({ textRemovedAt }) => textRemovedAt !== null)
  if (removed.length > 0) {
    const versions = removed.map(({ version }) => version).join(' and ')
    const what = `The state of version ${versions} was removed since by the retention of versions: it cannot be compared any more.`
    return [{ what, ok: true }]
  }
  const formerState = await readState(reader, former.id)
  const writtenState = await readState(reader, written.id)
  const [before, after] = [formerState.deployment, writtenState.deployment]
  const findings = verify(after)
  const proof: Proof = [
    {
      what: findings[0]
        ? `Version ${update.version} does not verify: ${findings[0].message}.`
        : `Version ${update.version} verifies with both verifiers.`,
      ok: findings.length === 0,
    },
    { what: `The state of version ${note.basis.version} is kept.`, ok: true },
  ]
  if (note.undoes !== null || !note.changes) return proof
  if (note.recovery === 'EDIT') return [...proof, ...editProof(formerState, writtenState, note)]
  const { operationsRemoved, operationsKept } = note.changes
  const pending = after.pending_operations ?? []
  if (operationsRemoved.length > 0)
    proof.push({
      what: `${operationsRemoved.length === 1 ? 'The answered operation is' : 'The answered operations are'} gone, and ${operationsKept.length} still pending.`,
      ok: isPending(pending, operationsKept),
    })
  else proof.push({ what: 'What was pending is pending still.', ok: isPending(pending, operationsKept) })
  proof.push({
    what:
      note.changes.entriesMoved > 0
        ? 'Every other entry is as it was.'
        : 'Every other entry is as it was, in its old order.',
    ok: isRestSame(before, after, note.changes),
  })
  return proof
}

const isPending = (pending: NonNullable<Deployment['pending_operations']>, kept: Effect['operationsKept']): boolean =>
  pending.length === kept.length &&
  pending.every(({ type, resource }, i) => kept[i]?.type === type && kept[i]?.urn === resource.urn)

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
