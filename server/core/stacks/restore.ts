import type { StackRef } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { type StackName, TakenError } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { fullName, isName, nameOf } from './names.ts'
import { rewrite } from './rename.ts'
import { renamedAhead } from './renamedState.ts'

/**
 * Restores a deleted stack with its versions, history and data key (docs/protocol.md, Stacks), under its former name or
 * another one in its project. Names are part of every URN, so another name rewrites the state like a rename.
 */
export async function restoreStack(
  deps: Deps,
  { org, id, name }: { org: string; id: string; name: string | undefined },
  { by, requestId }: { by: Actor; requestId: string },
): Promise<StackRef> {
  if (name !== undefined && !isName(name)) throw new DomainError({ kind: 'illegalName', of: 'newName', name })
  const now = await deps.store.now()
  let wanted: StackName | undefined
  const ahead =
    name === undefined
      ? undefined
      : await renamedAhead(deps, id, (stack) =>
          stack.org === org && stack.deletedAt !== null ? { org, project: stack.project, name } : undefined,
        )
  const restored = await deps.store
    .write(async (writer) => {
      const stack = await writer.lockStack(id)
      if (!stack || stack.org !== org || stack.backendId !== null) throw new DomainError({ kind: 'noSuchDeletedStack' })
      if (stack.deletedAt === null) throw new DomainError({ kind: 'stackNotDeleted', stack: nameOf(stack) })
      const to = { org, project: stack.project, name: name ?? stack.name }
      wanted = to
      if (to.name !== stack.name) await rewrite(deps, writer, { stack, to, by, now, ahead })
      await writer.patchStack(id, { deletedAt: null })
      const detail = to.name === stack.name ? '' : `it was ${fullName(stack)}`
      await audit(writer, { at: now, by, action: 'stack.restore', stack: { ...stack, ...to }, detail, requestId })
      return to
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenError) || wanted === undefined) throw error
      throw new DomainError({ kind: 'nameTaken', name: wanted, by: 'restore' })
    })
  const ref = { org, project: restored.project, stack: restored.name }
  deps.bus.publish({ type: 'stack', stack: ref, what: 'created' })
  return ref
}
