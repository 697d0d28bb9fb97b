import { z } from 'zod'
import { type Deployment, readState } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import { TakenError, type StackRow, type StackLine, type UpdateRow } from '../../store/port.ts'
import type { Actor } from '../access/actor.ts'
import { audit, SERVER } from '../access/audit.ts'
import { closeExpired } from '../updates/ends.ts'
import { badRequest, CliError } from '../errors.ts'
import { isName, isOwner, refOf, tagProblem } from './names.ts'
import { recordState } from './ledger.ts'
import { forbidWhileHeld } from '../updates/refusals.ts'
import { type PreparedState, stateRow } from '../../texts/stateText.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { newStackKey } from '../secrets/vault.ts'

export const CreateStackRequest = z.object({
  stackName: z.string(),
  tags: z.record(z.string(), z.string()).nullish(),
  state: z.record(z.string(), z.unknown()).nullish(),
  config: z.unknown().optional(),
  teams: z.array(z.unknown()).nullish(),
})

const TEAMS_IGNORED =
  'Teams are not supported here and were ignored; who may use the stack follows from the roles of users.'

/** What the CLI prints after it made a stack: parts of the request that had no effect. */
export const createMessages = ({ teams }: z.output<typeof CreateStackRequest>) =>
  teams?.length ? { messages: [{ severity: 'warning', message: TEAMS_IGNORED }] } : {}

/** Makes a stack, with its data key; a first state keeps version 0 (docs/protocol.md, Stacks). */
export async function createStack(
  deps: Deps,
  org: string,
  project: string,
  request: z.output<typeof CreateStackRequest>,
  { by, requestId }: { by: Actor; requestId: string } = { by: SERVER, requestId: '' },
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
    openAlarms: 0,
    lock: null,
    wrappedKey: await newStackKey(deps, id),
    deletedAt: null,
  }
  const { jobs = textJobsHere } = deps
  const prepared = request.state
    ? await jobs.prepare(new TextEncoder().encode(JSON.stringify(request.state)))
    : undefined
  let hasOrphans = false
  try {
    await deps.store.write(async (writer) => {
      await writer.insertStack(row)
      await audit(writer, { at: now, by, action: 'stack.create', stack: row, requestId })
      if (prepared === undefined) return
      const stateId = deps.newId()
      await writer.putState(
        stateRow(prepared, { id: stateId, stackId: id, version: 0, updateId: null, createdAt: now }),
        prepared.text,
      )
      await writer.patchStack(id, { stateId })
      hasOrphans = await recordState(
        deps,
        writer,
        { stack: { ...row, stateId }, update: null, version: 0, at: now },
        { deployment: deploymentIn(prepared), made: [], source: 'unrecorded' },
      )
    })
  } catch (error) {
    if (error instanceof TakenError)
      throw new CliError(409, `Conflict: stack '${org}/${project}/${name}' already exists`)
    throw error
  }
  deps.bus.publish({ type: 'stack', stack: refOf(row), what: 'created' })
  if (hasOrphans) deps.bus.publish({ type: 'orphans', stack: refOf(row) })
  return row
}

/** Undefined where the rules cannot read it: then nothing is concluded from it. */
const deploymentIn = ({ document }: PreparedState): Deployment | undefined =>
  document && readState(document).ok ? document.deployment : undefined

/**
 * A stack as `GET S` answers it (docs/protocol.md, Stacks). `activeUpdate` keeps naming the last update after it ended.
 */
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

/** The CLI's decoder takes whole seconds only (docs/protocol.md, Answers and errors). */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** A row of `pulumi stack ls`; `lastUpdate: 0` means that an update is in progress (docs/protocol.md, Stacks). */
export const listView = (stack: StackLine) => ({
  id: stack.id,
  orgName: stack.org,
  projectName: stack.project,
  stackName: stack.name,
  ...(stack.isHeld ? { lastUpdate: 0 } : stack.lastStartedAt ? { lastUpdate: seconds(stack.lastStartedAt) } : {}),
  resourceCount: stack.resourceCount,
})

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
    await audit(writer, { at: now, by, action: 'stack.delete', stack, detail: force ? 'forced' : '', requestId })
    return stack
  })
  if (outcome instanceof CliError) throw outcome
  deps.bus.publish({ type: 'stack', stack: refOf(outcome), what: 'deleted' })
}
