import type { RecoveryRecord } from '#contract/recoveries.ts'
import type { Deployment } from '#domain/checkpoint.ts'
import { verify } from '#domain/integrity.ts'
import { sameJson } from '#domain/sameJson.ts'
import { readState } from '../../service/states.ts'
import type { Reader, StackRow, UpdateRow } from '../../store/port.ts'
import type { Note } from './note.ts'

export type Proof = RecoveryRecord['proof']

/** Reads the state that was written and the one before back from the store, and compares them. */
export async function proofOf(reader: Reader, stack: StackRow, update: UpdateRow, note: Note): Promise<Proof> {
  const former = await reader.stateByVersion(stack.id, note.basis.version)
  if (!former || update.stateId === null) return []
  const before = (await readState(reader, former.id)).deployment
  const after = (await readState(reader, update.stateId)).deployment
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
  const { operationsRemoved, operationsKept, entriesRemoved } = note.changes
  const pending = after.pending_operations ?? []
  proof.push({
    what: `${operationsRemoved.length === 1 ? 'The answered operation is' : 'The answered operations are'} gone, and ${operationsKept.length} still pending.`,
    ok:
      pending.length === operationsKept.length &&
      pending.every(
        ({ type, resource }, i) => operationsKept[i]?.type === type && operationsKept[i]?.urn === resource.urn,
      ),
  })
  proof.push({
    what: 'Every other entry is as it was, in its old order.',
    ok: isRestSame(before, after, entriesRemoved),
  })
  return proof
}

function isRestSame(before: Deployment, after: Deployment, removed: string[]): boolean {
  const rest = after.resources ?? []
  const former = before.resources ?? []
  if (former.length - rest.length !== removed.length) return false
  let at = 0
  return former.every((entry) => {
    if (sameJson(entry, rest[at])) at += 1
    else return removed.includes(entry.urn)
    return true
  })
}
