import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { can } from '#domain/backends/capabilities.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { holderOf } from '../leases/holder.ts'
import { isLockOf, lockAt } from '../locks/lockEnds.ts'
import { closeExpired } from '../updates/ends.ts'
import { nameOf } from './names.ts'

/** Returns the stack of a row; throws `noSuchStack` if there is none, or if it was deleted. */
export function liveStack(stack: StackRow | undefined): StackRow {
  if (!stack || stack.deletedAt !== null) throw new DomainError({ kind: 'noSuchStack', name: null })
  return stack
}

/**
 * Locks a stack to the end of the transaction: every write to one starts here. Throws `noSuchStack`, and
 * `keptElsewhere` for a mirror.
 */
export async function heldStack(writer: Writer, stackId: string): Promise<StackRow> {
  const stack = liveStack(await writer.lockStack(stackId))
  await refuseElsewhere(writer, stack)
  return stack
}

/** Throws `keptElsewhere` for a mirror of a stack in a connected backend: only its mirror writes it. */
async function refuseElsewhere(reader: Reader, stack: StackRow): Promise<void> {
  if (stack.backendId === null) return
  const backend = await reader.backendOf(stack.org)
  const { org, kind } = backend ?? { org: stack.org, kind: 'folder' as const }
  if (can(kind, 'write') === 'here') return
  throw new DomainError({ kind: 'keptElsewhere', in: { backend: org, kind } })
}

/** A caller's attempt to write to a stack; `what` is logged if it is refused. */
export type Attempt = { by: Actor; what: 'start' | 'import' | 'rename' | 'delete' | 'recovery' }

/**
 * Runs a write to a stack that is free: no update holds its lease, and it is not locked for maintenance. Throws
 * `noSuchStack`, `leaseHeld` or `stackLocked` otherwise; then nothing was written but the attempt, for the lease card.
 */
export const writeWhileFree = <T>(
  deps: Deps,
  stackId: string,
  attempt: Attempt,
  work: (writer: Writer, stack: StackRow, now: number) => Promise<T>,
): Promise<T> =>
  writeAllWhileFree(deps, [stackId], attempt, (writer, stackOf, now) => work(writer, stackOf(stackId), now))

/** The same for several stacks, all of them free; `stackOf` returns one by its id. */
export async function writeAllWhileFree<T>(
  deps: Deps,
  stackIds: readonly string[],
  attempt: Attempt,
  work: (writer: Writer, stackOf: (id: string) => StackRow, now: number) => Promise<T>,
): Promise<T> {
  for (const id of stackIds) await closeExpired(deps, id)
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const stacks = new Map<string, StackRow>()
    // Always in the same order, to prevent deadlocks.
    for (const id of stackIds.toSorted()) {
      const stack = await heldStack(writer, id)
      const refusal = await refusalWhileHeld(writer, stack, attempt, now)
      if (refusal) return { refusal }
      stacks.set(id, stack)
    }
    return { value: await work(writer, (id) => liveStack(stacks.get(id)), now) }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/**
 * Returns the refusal of a write to a stack whose lease is held, or that is locked for maintenance; undefined if the
 * stack is free. The attempt is logged. A recovery is what a user locks a stack for; any other write is refused by the
 * caller's own lock, too.
 */
export async function refusalWhileHeld(
  writer: Writer,
  stack: StackRow,
  { by, what }: Attempt,
  now: number,
): Promise<DomainError | undefined> {
  const refusal =
    stack.holderId === null
      ? lockRefusal(stack, now, what === 'recovery' ? by : undefined)
      : await leaseRefusal(writer, stack, stack.holderId, now)
  if (refusal)
    await writer.appendLeaseLog({
      stackId: stack.id,
      updateId: stack.holderId,
      at: now,
      what: 'refused',
      ...by,
      detail: what,
    })
  return refusal
}

/** The refusal while a maintenance lock is in force, unless it is that of `owner`. */
export function lockRefusal(stack: StackRow, now: number, owner?: Actor): DomainError | undefined {
  const lock = lockAt(stack, now)
  if (lock === undefined || (owner && isLockOf(lock, owner))) return undefined
  return new DomainError({ kind: 'stackLocked', stack: nameOf(stack), lock })
}

async function leaseRefusal(writer: Writer, stack: StackRow, updateId: string, now: number): Promise<DomainError> {
  const update = await writer.update(updateId)
  return new DomainError({ kind: 'leaseHeld', updateId, holder: update ? holderOf(stack, update, now) : null })
}

/** Throws if a lease is held: no plans for a stack in use. A write checks this again, and logs the attempt. */
export function refuseHeld({ holderId }: StackRow): void {
  if (holderId !== null) throw new DomainError({ kind: 'leaseHeld', updateId: holderId, holder: null })
}
