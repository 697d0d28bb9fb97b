import type { StackRef } from '#contract/common.ts'
import type { UntrackedAnswer } from '#contract/untracked.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UntrackedRow } from '../../store/port/untracked.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { fullName } from '../stacks/names.ts'

type Answer = { ids: readonly string[]; answer: UntrackedAnswer; statement: string }

/**
 * Resolves untracked resources of one stack by a user's statement; all of them, or none. Also of deleted stacks of its
 * name: what they have created may still exist. Returns how many.
 */
export async function answerUntracked(
  deps: Deps,
  { org, project, stack: name }: StackRef,
  { ids: given, answer, statement }: Answer,
  { by, requestId }: Who,
): Promise<number> {
  const ids = new Set(given)
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    const stacks = new Map<string, { held: StackRow; names: string[] }>()
    for (const stackId of await stacksOf(writer, ids)) {
      const held = await writer.lockStack(stackId)
      if (!held || fullName(held) !== fullName({ org, project, name }))
        throw new DomainError({ kind: 'noSuchUntracked' })
      stacks.set(stackId, { held, names: [] })
    }
    for (const id of ids) {
      const row = await writer.untrackedById(id)
      const stack = row && stacks.get(row.stackId)
      if (!stack) throw new DomainError({ kind: 'noSuchUntracked' })
      checkOpen(row, stack.held)
      await writer.patchUntracked(id, { resolvedAt: at, resolvedBy: by.login, outcome: answer, statement })
      stack.names.push(
        `${row.resourceType} ${urnName(row.urn)}${row.resourceId === null ? '' : ` (${row.resourceId})`}`,
      )
    }
    for (const { held, names } of stacks.values()) {
      const detail = `${answer}: ${statement} [${names.join(', ')}]`
      await audit(writer, { at, by, action: 'orphan.answer', stack: held, detail, requestId })
    }
  })
  deps.bus.publish({ type: 'untracked', stack: { org, project, stack: name } })
  return ids.size
}

/** The stacks of these resources, in one order for all who lock several. */
async function stacksOf(writer: Writer, ids: ReadonlySet<string>): Promise<string[]> {
  const found = new Set<string>()
  for (const id of ids) {
    const row = await writer.untrackedById(id)
    if (row) found.add(row.stackId)
  }
  return [...found].toSorted()
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
