import type { StackRef } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/problems.ts'
import { TakenError } from '../../store/port.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { fullName, isName } from './names.ts'
import { rewrite } from './rename.ts'
import { renamedAhead } from './renamedState.ts'

/**
 * Brings a deleted stack back, with its versions, history and data key (docs/protocol.md, Stacks), under the name that
 * it had or under another one of its project. Another name is part of every URN, so then its state is rewritten as by a
 * rename.
 */
export async function restoreStack(
  deps: Deps,
  { org, id, name }: { org: string; id: string; name: string | undefined },
  { by, requestId }: { by: Actor; requestId: string },
): Promise<StackRef> {
  if (name !== undefined && !isName(name))
    throw new ApiError('bad_request', 'The name is not legal: 1 to 100 of A-Za-z0-9_.- are.')
  const now = await deps.store.now()
  let wanted = name ?? ''
  const ahead =
    name === undefined
      ? undefined
      : await renamedAhead(deps, id, (stack) =>
          stack.org === org && stack.deletedAt !== null ? { org, project: stack.project, name } : undefined,
        )
  const restored = await deps.store
    .write(async (writer) => {
      const stack = await writer.lockStack(id)
      if (!stack || stack.org !== org) throw new ApiError('not_found', 'There is no such deleted stack.')
      if (stack.deletedAt === null) throw new ApiError('conflict', `${fullName(stack)} is back already.`)
      const to = { org, project: stack.project, name: name ?? stack.name }
      wanted = fullName(to)
      if (to.name !== stack.name) await rewrite(deps, writer, { stack, to, by, now, ahead })
      await writer.patchStack(id, { deletedAt: null })
      const detail = to.name === stack.name ? '' : `it was ${fullName(stack)}`
      await audit(writer, { at: now, by, action: 'stack.restore', stack: { ...stack, ...to }, detail, requestId })
      return to
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenError)) throw error
      throw new ApiError('conflict', `There is a stack ${wanted} by now: bring it back under another name.`)
    })
  const ref = { org, project: restored.project, stack: restored.name }
  deps.bus.publish({ type: 'stack', stack: ref, what: 'created' })
  return ref
}
