import { z } from 'zod'
import { renameDocument } from '#domain/rename.ts'
import type { Deps } from '../deps.ts'
import { TakenError, type UpdateRow } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { closeExpired } from './ends.ts'
import { badRequest, CliError } from './errors.ts'
import { fullName, isName, refOf } from './names.ts'
import { forbidWhileHeld } from './refusals.ts'
import { prepareDocument, readState, stateRow } from './states.ts'
import { blankUpdate, ended } from './updates.ts'

export const RenameRequest = z.object({ newName: z.string().nullish(), newProject: z.string().nullish() })

/**
 * Renames a stack and rewrites its state: names are part of every URN, and the next `up` would otherwise replace
 * everything (service-api 3.6). History, tags and the key stay with the stack's id.
 */
export async function renameStack(
  deps: Deps,
  stackId: string,
  request: z.output<typeof RenameRequest>,
  by: Actor,
): Promise<{ updateId: string }> {
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const outcome = await deps.store
    .write(async (writer) => {
      const stack = await writer.lockStack(stackId)
      if (!stack || stack.deletedAt !== null) throw new CliError(404, 'Not Found: no such stack')
      const name = request.newName || stack.name
      const project = request.newProject || stack.project
      if (!isName(name) || !isName(project))
        throw badRequest('the new name is not legal: 1 to 100 of A-Za-z0-9_.- are.')
      if (name === stack.name && project === stack.project) throw badRequest('the stack has this name already.')
      const refusal = await forbidWhileHeld(deps, writer, stack, by, now, 'rename')
      if (refusal) return { refusal }
      const version = stack.version + 1
      const update: UpdateRow = {
        ...ended(blankUpdate(deps, stack, by, now), now, version),
        kind: 'rename',
        request: {
          message: `Renamed from ${fullName(stack)} to ${stack.org}/${project}/${name}`,
          environment: {},
          config: {},
          options: {},
        },
        baseStateId: stack.stateId,
      }
      if (stack.stateId !== null) {
        const renamed = renameDocument(await readState(writer, stack.stateId), refOf(stack), {
          org: stack.org,
          project,
          stack: name,
        })
        const prepared = await prepareDocument(renamed)
        update.stateId = deps.newId()
        await writer.putState(
          stateRow(prepared, { id: update.stateId, stackId, version, updateId: update.id, createdAt: now }),
          prepared.text,
        )
      }
      await writer.insertUpdate(update)
      await writer.patchStack(stackId, {
        name,
        project,
        version,
        stateId: update.stateId,
        latestUpdateId: update.id,
        tags: { ...stack.tags, 'pulumi:project': project },
      })
      return { update, from: refOf(stack), to: { org: stack.org, project, stack: name } }
    })
    .catch((error: unknown) => {
      if (error instanceof TakenError) throw new CliError(409, 'Conflict: a stack with the new name already exists')
      throw error
    })
  if ('refusal' in outcome) throw outcome.refusal
  deps.bus.publish({ type: 'stack', stack: outcome.from, what: 'deleted' })
  deps.bus.publish({ type: 'stack', stack: outcome.to, what: 'created' })
  return { updateId: outcome.update.id }
}
