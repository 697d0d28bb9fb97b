import type { Check } from '#contract/recoveries.ts'
import type { Claim, writeProof } from '#domain/recoveries/writeProof.ts'
import { plainIntegrity } from '#domain/state/plainIntegrity.ts'
import { counted, number } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import { ask, NO_STATE, type StateSource } from '../../texts/askStates.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { type ReadBack, readBack } from './checks.ts'
import { type Note, noteOf } from '../../core/recoveries/note.ts'

export type Proof = Check[]

/** Reads the written state and the one before back from the store, and compares them. */
export async function proofOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  { stack, update, note }: { stack: StackRow; update: UpdateRow; note: Note },
): Promise<Proof> {
  const row = update.stateId === null ? undefined : await reader.state(update.stateId)
  if (!row) return []
  const written = await readBack(deps, reader, row, `Version ${update.version} was saved and read back correctly.`)
  const former = await reader.stateByVersion(stack.id, note.basis.version)
  const kept = former && (await readBack(deps, reader, former, `Version ${former.version} is kept.`))
  const keptCheck = kept ? [kept.check] : []
  const writtenSource = sourceIn(written)
  if (!writtenSource) return [written.check, ...keptCheck]
  const hadNone = former === undefined && note.basis.version === 0
  const { source, claim, checks } =
    note.undoes === null
      ? { source: hadNone ? NO_STATE : sourceIn(kept), claim: claimOf(note), checks: [] }
      : await undoneBy(deps, reader, stack, note.undoes)
  const compared = await ask(deps, [writtenSource, ...(source ? [source] : [])], 'writeProof', { claim })
  return [written.check, verified(update.version, compared), ...keptCheck, ...checks, ...compared.checks]
}

function verified(version: number | null, { integrityError, left }: ReturnType<typeof writeProof>): Check {
  if (integrityError === null) return { what: `Version ${version} is valid.`, ok: true }
  if (left === null) return { what: `Version ${version} is invalid: ${plainIntegrity(integrityError)}.`, ok: false }
  const { errors, before } = left
  const what = `${number(before - errors)} of ${counted(before, 'error')} fixed, ${number(errors)} left.`
  return { what, ok: false, isLeft: true }
}

const sourceIn = (back: ReadBack | undefined): StateSource | undefined =>
  back?.isRemoved === false ? back.source : undefined

const claimOf = ({ recovery, changes }: Note): Claim | null =>
  changes && { kind: recovery === 'edit' ? 'edit' : 'recovery', changes }

/**
 * Compares with the state from before the undone change, which must be current again entry by entry; or reports why
 * that is not possible.
 */
async function undoneBy(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
  version: number,
): Promise<{ source: StateSource | undefined; claim: Claim | null; checks: Check[] }> {
  const undone = await reader.updateByVersion(stack.id, version)
  const basis = undone && noteOf(undone)?.basis.version
  const row = basis === undefined ? undefined : await reader.stateByVersion(stack.id, basis)
  if (row === undefined) return { source: undefined, claim: null, checks: [] }
  const what = `The state is that of version ${row.version} again, entry by entry.`
  const back = await readBack(deps, reader, row, what)
  const source = sourceIn(back)
  return { source, claim: { kind: 'undo', what }, checks: source ? [] : [back.check] }
}
