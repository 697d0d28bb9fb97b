import { urnRenamer } from '#domain/state/rename.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import { TakenError, type StackName, type StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Changer, refuseLeaving } from '../approvals/leaving.ts'
import { carriedConfig } from './carriedConfig.ts'
import { DomainError } from '../../errors.ts'
import { renameUntracked } from './untracked.ts'
import { fullName, isName, isOwner, refOf } from './names.ts'
import { checkOrganization } from './organizations.ts'
import { writeWhileFree } from './held.ts'
import { type Renamed, renamedAhead, renamedState } from './renamedState.ts'
import { stateRow } from '../../texts/stateText.ts'
import { endNameAlarms } from '../updates/endEffects.ts'
import { blankUpdate, ended } from '../updates/updates.ts'

/** `POST S/rename`: changes a stack's name, project, or both. History, tags and the key stay with the stack's id. */
export async function renameStack(
  deps: Deps,
  stackId: string,
  { newName, newProject }: { newName?: string | null | undefined; newProject?: string | null | undefined },
  by: Changer,
): Promise<{ updateId: string }> {
  const update = await move(deps, stackId, { ...by, action: 'stack.rename' }, (stack) => {
    const to = { org: stack.org, project: newProject || stack.project, name: newName || stack.name }
    if (!isName(to.name) || !isName(to.project))
      throw new DomainError({ kind: 'illegalName', of: 'newName', name: fullName(to) })
    return to
  })
  return { updateId: update.id }
}

/**
 * `POST S/transfer`: moves a stack to another organization, which no URN contains, but the address of the secrets
 * provider does.
 */
export async function transferStack(deps: Deps, stackId: string, toOrg: string, by: Changer): Promise<void> {
  if (!isOwner(toOrg)) throw new DomainError({ kind: 'illegalName', of: 'organization', name: toOrg })
  await move(deps, stackId, { ...by, action: 'stack.transfer' }, ({ project, name }) => ({ org: toOrg, project, name }))
}

/**
 * Changes a stack's address and rewrites its state: names are part of every URN, and the next `up` would otherwise
 * replace everything (docs/protocol.md, Rename).
 */
async function move(
  deps: Deps,
  stackId: string,
  { by, requestId, action, toChangeRules }: Changer & { action: 'stack.rename' | 'stack.transfer' },
  destination: (stack: StackRow) => StackName,
): Promise<UpdateRow> {
  let wanted: StackName | undefined
  const ahead = await renamedAhead(deps, stackId, (stack) =>
    stack.deletedAt === null ? destination(stack) : undefined,
  )
  const { update, from, to } = await writeWhileFree(
    deps,
    stackId,
    { by, what: 'rename' },
    async (writer, stack, now) => {
      const to = destination(stack)
      wanted = to
      if (fullName(to) === fullName(stack)) throw new DomainError({ kind: 'nameUnchanged' })
      if (to.org !== stack.org) await checkOrganization(writer, to.org)
      const after = { ...to, tags: movedTags(stack, to) }
      await refuseLeaving(writer, { before: stack, after }, { toChangeRules })
      const detail = `to ${fullName(to)}`
      await audit(writer, { at: now, by, action, stack, detail, requestId })
      return { update: await rewrite(deps, writer, { stack, to, by, now, ahead }), from: refOf(stack), to }
    },
  ).catch((error: unknown) => {
    if (!(error instanceof TakenError) || wanted === undefined) throw error
    throw new DomainError({ kind: 'nameTaken', name: wanted, by: 'rename' })
  })
  deps.bus.publish({ type: 'stack', stack: from, what: 'deleted' })
  deps.bus.publish({ type: 'stack', stack: { org: to.org, project: to.project, stack: to.name }, what: 'created' })
  return update
}

const movedTags = ({ project, tags }: StackRow, to: StackName): StackRow['tags'] =>
  to.project === project ? tags : { ...tags, 'pulumi:project': to.project }

/**
 * Changes the address of a stack locked by the caller, and writes the rewritten state as a new version. `ahead`: that
 * state, if it was prepared.
 */
export async function rewrite(
  deps: Deps,
  writer: Writer,
  { stack, to, by, now, ahead }: { stack: StackRow; to: StackName; by: Actor; now: number; ahead: Renamed | undefined },
): Promise<UpdateRow> {
  const version = stack.version + 1
  const update: UpdateRow = {
    ...ended(blankUpdate(deps, stack, by, now), now, version),
    kind: 'rename',
    request: {
      message: `Renamed from ${fullName(stack)} to ${fullName(to)}`,
      ...(await carriedConfig(writer, stack)),
      options: {},
    },
    baseStateId: stack.stateId,
  }
  if (stack.stateId !== null) {
    const prepared = await renamedState(deps, writer, { stack, to, ahead })
    update.stateId = deps.newId()
    await writer.putState(
      stateRow(prepared, { id: update.stateId, stackId: stack.id, version, updateId: update.id, createdAt: now }),
      prepared.text,
    )
  }
  const names = { org: to.org, project: to.project, stack: to.name }
  await renameUntracked(writer, stack.id, urnRenamer(refOf(stack), names))
  await writer.insertUpdate(update)
  await writer.patchStack(stack.id, {
    ...to,
    version,
    stateId: update.stateId,
    latestUpdateId: update.id,
    tags: movedTags(stack, to),
  })
  await endNameAlarms(deps, writer, { stack: { ...stack, ...to, version }, update, at: now })
  return update
}
