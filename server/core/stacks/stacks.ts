import { type Deployment, readState } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import { NO_UPDATES_YET, TakenError, type StackName, type StackRow } from '../../store/port/stacks.ts'
import type { Actor, Who } from '../access/actor.ts'
import { audit, SERVER } from '../access/audit.ts'
import { DomainError } from '../../errors.ts'
import { isName, isOwner, refOf, checkTags } from './names.ts'
import { checkOrganization } from './organizations.ts'
import type { Tags } from './tags.ts'
import { recordState } from './untracked.ts'
import { writeWhileFree } from './held.ts'
import { type PreparedState, stateRow } from '../../texts/stateText.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { newStackKey } from '../secrets/vault.ts'

/** Creates a stack with its data key; its initial state, if any, has version 0 (docs/protocol.md, Stacks). */
export async function createStack(
  deps: Deps,
  stackName: StackName,
  { tags = {}, state }: { tags?: Tags | undefined; state?: Record<string, unknown> | undefined } = {},
  { by, requestId }: Who = { by: SERVER, requestId: '' },
): Promise<StackRow> {
  const row = await newStackRow(deps, stackName, tags)
  const { id, org, createdAt: now } = row
  const { jobs = textJobsHere } = deps
  const prepared = state ? await jobs.prepare(new TextEncoder().encode(JSON.stringify(state))) : undefined
  let hasOrphanedUpdates = false
  try {
    await deps.store.write(async (writer) => {
      await checkOrganization(writer, org)
      await writer.insertStack(row)
      await audit(writer, { at: now, by, action: 'stack.create', stack: row, requestId })
      if (prepared === undefined) return
      const stateId = deps.newId()
      await writer.putState(
        stateRow(prepared, { id: stateId, stackId: id, version: 0, updateId: null, createdAt: now }),
        prepared.text,
      )
      await writer.patchStack(id, { stateId })
      hasOrphanedUpdates = await recordState(
        deps,
        writer,
        { stack: { ...row, stateId }, update: null, version: 0, at: now },
        { deployment: deploymentIn(prepared), creates: [], source: 'unrecorded' },
      )
    })
  } catch (error) {
    if (!(error instanceof TakenError)) throw error
    throw new DomainError({ kind: 'nameTaken', name: stackName, by: 'create' })
  }
  deps.bus.publish({ type: 'stack', stack: refOf(row), what: 'created' })
  if (hasOrphanedUpdates) deps.bus.publish({ type: 'untracked', stack: refOf(row) })
  return row
}

/** Returns the row of a stack to create, with its first data key. Throws if a name or a tag is invalid. */
export async function newStackRow(
  deps: Deps,
  { org, project, name }: StackName,
  tags: Record<string, string>,
): Promise<StackRow> {
  checkNames({ org, project, name })
  checkTags(tags)
  const id = deps.newId()
  const createdAt = await deps.store.now()
  return { ...NO_UPDATES_YET, id, org, project, name, tags, createdAt, wrappedKey: await newStackKey(deps, id) }
}

/** Throws if one of the names is not valid (docs/protocol.md, Addresses and names). */
export function checkNames({ org, project, name }: StackName): void {
  if (!isOwner(org)) throw new DomainError({ kind: 'illegalName', of: 'organization', name: org })
  if (!isName(project)) throw new DomainError({ kind: 'illegalName', of: 'project', name: project })
  if (!isName(name)) throw new DomainError({ kind: 'illegalName', of: 'stack', name })
}

/** Undefined if the rules cannot read it: then nothing is concluded from it. */
const deploymentIn = ({ document }: PreparedState): Deployment | undefined =>
  document && readState(document).ok ? document.deployment : undefined

/** Deletes a stack softly: its versions, history and key stay. The name can be used again at once. */
export async function deleteStack(
  deps: Deps,
  stackId: string,
  force: boolean,
  by: Actor,
  requestId: string,
): Promise<void> {
  const stack = await writeWhileFree(deps, stackId, { by, what: 'delete' }, async (writer, stack, now) => {
    const state = stack.stateId === null ? undefined : await writer.state(stack.stateId)
    if (!force && (state?.resourceCount ?? 0) > 0) throw new DomainError({ kind: 'stackHasResources' })
    await writer.patchStack(stackId, { deletedAt: now })
    await audit(writer, { at: now, by, action: 'stack.delete', stack, detail: force ? 'forced' : '', requestId })
    return stack
  })
  deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'deleted' })
}
