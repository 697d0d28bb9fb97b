import type { StackRef } from '#contract/common.ts'
import type { UntrackedAnswer } from '#contract/untracked.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UntrackedRow } from '../../store/port/untracked.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { fullName, refOf } from '../stacks/names.ts'

type Answer = { ids: readonly string[]; answer: UntrackedAnswer; statement: string }

/** Resolves untracked resources of one stack by a user's statement; all of them, or none. Returns how many. */
export async function answerUntracked(
  deps: Deps,
  { org, project, stack: name }: StackRef,
  { ids: given, answer, statement }: Answer,
  { by, requestId }: Who,
): Promise<number> {
  const ids = new Set(given)
  const at = await deps.store.now()
  const stack = await deps.store.write(async (writer) => {
    const first = await writer.untrackedById(given[0] ?? '')
    // Not the live stack of this name: what a deleted one has created may still exist.
    const held = first && (await writer.lockStack(first.stackId))
    if (!held || fullName(held) !== fullName({ org, project, name })) throw new DomainError({ kind: 'noSuchUntracked' })
    const names: string[] = []
    for (const id of ids) {
      const row = await writer.untrackedById(id)
      if (row?.stackId !== held.id) throw new DomainError({ kind: 'noSuchUntracked' })
      checkOpen(row, held)
      await writer.patchUntracked(id, { resolvedAt: at, resolvedBy: by.login, outcome: answer, statement })
      names.push(`${row.resourceType} ${urnName(row.urn)}${row.resourceId === null ? '' : ` (${row.resourceId})`}`)
    }
    const detail = `${answer}: ${statement} [${names.join(', ')}]`
    await audit(writer, { at, by, action: 'orphan.answer', stack: held, detail, requestId })
    return held
  })
  deps.bus.publish({ type: 'untracked', stack: refOf(stack) })
  return ids.size
}

/**
 * Pending operations are answered in the recovery that also removes them from the state, or the two would contradict
 * each other.
 */
function checkOpen({ urn, resolvedAt, resolvedBy, isPending }: UntrackedRow, stack: StackRow): void {
  const name = urnName(urn)
  if (resolvedAt !== null) throw new DomainError({ kind: 'untrackedResolved', name, login: resolvedBy })
  if (isPending && stack.deletedAt === null) throw new DomainError({ kind: 'untrackedPending', name })
}
