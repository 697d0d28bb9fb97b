import type { Check, Effect } from '#contract/recoveries.ts'
import { type Deployment, emptyDocument, type Resource, type StateDocument } from '#domain/checkpoint.ts'
import { objectIdentityOf } from '#domain/entryKeys.ts'
import { sameJson } from '#domain/sameJson.ts'
import { objectionsTo } from '#domain/surgery/edit.ts'
import type { Deps } from '../../deps.ts'
import type { Reader, StackRow, UpdateRow } from '../../store/port.ts'
import { editProof } from '../edits/proof.ts'
import { readBack } from './checks.ts'
import { type Note, noteOf } from './note.ts'

export type Proof = Check[]

/** Reads the state that was written and the one before back from the store, and compares them. */
export async function proofOf(
  deps: Pick<Deps, 'jobs'>,
  reader: Reader,
  { stack, update, note }: { stack: StackRow; update: UpdateRow; note: Note },
): Promise<Proof> {
  const written = update.stateId === null ? undefined : await reader.state(update.stateId)
  if (!written) return []
  const now = await readBack(deps, reader, written, `Version ${update.version} reads back as it was written.`)
  const former = await reader.stateByVersion(stack.id, note.basis.version)
  const kept =
    former &&
    (await readBack(deps, reader, former, `The state of version ${former.version} is kept, and reads back as it was.`))
  const writtenState = now.isRemoved ? undefined : now.document
  const hadNone = former === undefined && note.basis.version === 0
  const formerState = hadNone ? emptyDocument() : kept?.isRemoved === false ? kept.document : undefined
  const proof: Proof = [now.check]
  if (writtenState) {
    const [objection] = objectionsTo(writtenState)
    const what = objection
      ? `Version ${update.version} does not verify: ${objection}.`
      : `Version ${update.version} verifies with both verifiers.`
    proof.push({ what, ok: objection === undefined })
  }
  if (kept) proof.push(kept.check)
  if (!writtenState) return proof
  if (note.undoes !== null) return [...proof, ...(await undoProof(deps, reader, stack, note.undoes, writtenState))]
  if (!note.changes || !formerState) return proof
  const [before, after] = [formerState.deployment, writtenState.deployment]
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

/** That an undo brought the state from before what it undid back, entry by entry. */
async function undoProof(
  deps: Pick<Deps, 'jobs'>,
  reader: Reader,
  stack: StackRow,
  version: number,
  after: StateDocument,
): Promise<Proof> {
  const undone = await reader.updateByVersion(stack.id, version)
  const basis = undone && noteOf(undone)?.basis.version
  const row = basis === undefined ? undefined : await reader.stateByVersion(stack.id, basis)
  if (row === undefined) return []
  const what = `The state is that of version ${row.version} again, entry by entry.`
  const back = await readBack(deps, reader, row, what)
  if (back.isRemoved || !back.document) return [back.check]
  return [{ what, ok: sameJson(back.document.deployment, after.deployment) }]
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
