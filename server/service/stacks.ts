import { z } from 'zod'
import { renameDocument } from '#domain/rename.ts'
import type { Deps } from '../deps.ts'
import { TakenError, type StackRow, type StackListing, type UpdateRow, type Writer } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { conflictWarning } from './conflict.ts'
import { closeExpired } from './ends.ts'
import { badRequest, CliError, CONFLICT, LeaseHeldError } from './errors.ts'
import { fullName, isName, isOwner, refOf, tagProblem } from './names.ts'
import { exportText, prepareDocument, prepareText, readState, stateRow } from './states.ts'
import { blankUpdate, logRefusal } from './updates.ts'
import { newStackKey } from './vault.ts'

export const CreateStackRequest = z.object({
  stackName: z.string(),
  tags: z.record(z.string(), z.string()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
  config: z.unknown().optional(),
})

/** Makes a stack, with its data key; a first state keeps version 0 (service-api 3.3). */
export async function createStack(
  deps: Deps,
  org: string,
  project: string,
  request: z.output<typeof CreateStackRequest>,
): Promise<StackRow> {
  const tags = request.tags ?? {}
  const name = request.stackName
  if (!isOwner(org)) throw badRequest(`the organisation name ${JSON.stringify(org.slice(0, 60))} is not legal.`)
  if (!isName(project)) throw badRequest(`the project name ${JSON.stringify(project.slice(0, 120))} is not legal.`)
  if (!isName(name))
    throw badRequest(`the stack name ${JSON.stringify(name.slice(0, 120))} is not legal: 1 to 100 of A-Za-z0-9_.- are.`)
  if (request.config !== undefined && request.config !== null)
    throw badRequest('stack configuration by the service is not supported.')
  const problem = tagProblem(tags)
  if (problem !== undefined) throw badRequest(problem)

  const now = await deps.store.now()
  const id = deps.newId()
  const row: StackRow = {
    id,
    org,
    project,
    name,
    tags,
    createdAt: now,
    version: 0,
    stateId: null,
    latestUpdateId: null,
    holderId: null,
    wrappedKey: await newStackKey(deps, id),
    deletedAt: null,
  }
  const prepared = request.state
    ? await prepareText(new TextEncoder().encode(JSON.stringify(request.state)))
    : undefined
  try {
    await deps.store.write(async (writer) => {
      await writer.insertStack(row)
      if (prepared === undefined) return
      const stateId = deps.newId()
      await writer.putState(
        stateRow(prepared, { id: stateId, stackId: id, version: 0, updateId: null, createdAt: now }),
        prepared.text,
      )
      await writer.patchStack(id, { stateId })
    })
  } catch (error) {
    if (error instanceof TakenError)
      throw new CliError(409, `Conflict: stack '${org}/${project}/${name}' already exists`)
    throw error
  }
  deps.bus.publish({ type: 'stack', stack: refOf(row), what: 'created' })
  return row
}

/** A stack as `GET S` answers it (service-api 3.4). `activeUpdate` keeps naming the last update after it ended. */
export function stackView(stack: StackRow, holder: UpdateRow | undefined) {
  return {
    id: stack.id,
    orgName: stack.org,
    projectName: stack.project,
    stackName: stack.name,
    activeUpdate: stack.latestUpdateId ?? '',
    ...(holder?.startedAt
      ? { currentOperation: { kind: holder.kind, author: holder.requestedBy, started: seconds(holder.startedAt) } }
      : {}),
    tags: stack.tags,
    version: stack.version,
  }
}

/** The CLI's decoder takes whole seconds only (service-api 1.4). */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** A row of `pulumi stack ls`; `lastUpdate: 0` means that an update is in progress (service-api 3.1). */
export const listView = (stack: StackListing) => ({
  id: stack.id,
  orgName: stack.org,
  projectName: stack.project,
  stackName: stack.name,
  ...(stack.holderId !== null
    ? { lastUpdate: 0 }
    : stack.latest?.startedAt
      ? { lastUpdate: seconds(stack.latest.startedAt) }
      : {}),
  resourceCount: stack.state?.resourceCount ?? 0,
})

const forbidWhileHeld = async (
  deps: Deps,
  writer: Writer,
  stack: StackRow,
  by: Actor,
  now: number,
  what: 'import' | 'rename' | 'delete',
) => {
  if (stack.holderId === null) return undefined
  await logRefusal(writer, stack, by, now, what)
  const holder = await writer.update(stack.holderId)
  return new CliError(409, CONFLICT, holder ? conflictWarning(deps, stack, holder, now) : {})
}

/** Deletes a stack softly: its versions, history and key stay. The name can be used again at once. */
export async function deleteStack(
  deps: Deps,
  stackId: string,
  force: boolean,
  by: Actor,
  requestId: string,
): Promise<void> {
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const stack = await writer.lockStack(stackId)
    if (!stack || stack.deletedAt !== null) return new CliError(404, 'Not Found: no such stack')
    const refusal = await forbidWhileHeld(deps, writer, stack, by, now, 'delete')
    if (refusal) return refusal
    const state = stack.stateId === null ? undefined : await writer.state(stack.stateId)
    if (!force && (state?.resourceCount ?? 0) > 0)
      return new CliError(400, 'Bad Request: Stack still contains resources.')
    await writer.patchStack(stackId, { deletedAt: now })
    await writer.appendAudit({
      at: now,
      login: by.login,
      action: 'stack.delete',
      stackId,
      detail: force ? 'forced' : '',
      requestId,
    })
    return stack
  })
  if (outcome instanceof CliError) throw outcome
  deps.bus.publish({ type: 'stack', stack: refOf(outcome), what: 'deleted' })
}

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

/** An update that the server made and finished at once. */
export const ended = (update: UpdateRow, now: number, version: number): UpdateRow => ({
  ...update,
  status: 'succeeded',
  endReason: 'complete',
  version,
  startedAt: now,
  endedAt: now,
})

/** Replaces all tags (service-api 3.7); the project's own tag cannot be changed. */
export async function replaceTags(deps: Deps, stackId: string, tags: Record<string, string>): Promise<void> {
  const problem = tagProblem(tags)
  if (problem !== undefined) throw badRequest(problem)
  const stack = await deps.store.write(async (writer) => {
    const found = await writer.lockStack(stackId)
    if (!found) throw new CliError(404, 'Not Found: no such stack')
    const project = tags['pulumi:project']
    if (project !== undefined && project !== found.project)
      throw badRequest('the tag pulumi:project cannot be changed.')
    await writer.patchStack(stackId, { tags })
    return found
  })
  deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'changed' })
}

/**
 * Replaces the state by a document as given, broken or not: forced imports of damaged states are legitimate
 * (service-api 5.3). The bytes are stored as they came.
 */
export async function importState(
  deps: Deps,
  stackId: string,
  text: Uint8Array,
  by: Actor,
): Promise<{ updateId: string }> {
  await closeExpired(deps, stackId)
  const prepared = await prepareText(text)
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const stack = await writer.lockStack(stackId)
    if (!stack || stack.deletedAt !== null) throw new CliError(404, 'Not Found: no such stack')
    const refusal = await forbidWhileHeld(deps, writer, stack, by, now, 'import')
    if (refusal) return { refusal }
    return {
      stack,
      ...(await putVersion(deps, writer, stack, { prepared, by, now, kind: 'import', message: '', recovery: null })),
    }
  })
  if ('refusal' in outcome) throw outcome.refusal
  deps.bus.publish({ type: 'state', stack: refOf(outcome.stack), version: outcome.update.version ?? 0 })
  return { updateId: outcome.update.id }
}

/** Makes a finished update with a new state, under a lock that the caller holds. */
export async function putVersion(
  deps: Deps,
  writer: Writer,
  stack: StackRow,
  input: {
    prepared: Awaited<ReturnType<typeof prepareText>>
    by: Actor
    now: number
    kind: 'import' | 'recovery'
    message: string
    recovery: unknown
  },
): Promise<{ update: UpdateRow }> {
  if (stack.holderId !== null) throw new LeaseHeldError(stack.holderId)
  const { prepared, now } = input
  const version = stack.version + 1
  const stateId = deps.newId()
  const update: UpdateRow = {
    ...ended(blankUpdate(deps, stack, input.by, now), now, version),
    kind: input.kind,
    request: { message: input.message, environment: {}, config: {}, options: {} },
    baseStateId: stack.stateId,
    stateId,
    resourceChanges: {},
    recovery: input.recovery,
  }
  await writer.insertUpdate(update)
  await writer.putState(
    stateRow(prepared, { id: stateId, stackId: stack.id, version, updateId: update.id, createdAt: now }),
    prepared.text,
  )
  await writer.patchStack(stack.id, { version, stateId, latestUpdateId: update.id })
  return { update }
}

/** The state of one version, byte for byte; 404 when there is none. */
export async function exportVersion(deps: Deps, stack: StackRow, version: string): Promise<Uint8Array> {
  const number = Number(version)
  if (!/^\d{1,15}$/.test(version) || number < 1) throw badRequest('a stack version is a positive whole number.')
  return deps.store.read(async (reader) => {
    const row = await reader.stateByVersion(stack.id, number)
    if (row === undefined) throw new CliError(404, `Not Found: there is no version ${number} of this stack`)
    return reader.stateText(row.id)
  })
}

export const exportCurrent = (deps: Deps, stack: StackRow): Promise<Uint8Array> =>
  deps.store.read(async (reader) => exportText(deps, reader, (await reader.stackById(stack.id)) ?? stack))
