import type { z } from 'zod'
import type { MovePlanRequest, MoveRunRequest } from '#contract/edits.ts'
import type { StateDocument } from '#domain/checkpoint.ts'
import { fullName, stateMove } from '#domain/commands.ts'
import { isObject } from '#domain/jsonObject.ts'
import type { EditLevel } from '#domain/surgery/editLevel.ts'
import { warning } from '#domain/surgery/edit.ts'
import { moveResources } from '#domain/surgery/moveResources.ts'
import { effectOfPlan, planOf, type PlannedEdit } from '#domain/surgery/planEdit.ts'
import { isOurs } from '#domain/surgery/planOwnEdit.ts'
import { urnName } from '#domain/urn.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/problems.ts'
import { refOf } from '../../service/names.ts'
import { writeTogether } from '../../service/writes.ts'
import type { Reader, StackRow, UpdateRow } from '../../store/port.ts'
import type { Who } from '../recoveries/change.ts'
import { checkPlan, leastLevel, noteOfPlan, readBasis } from './change.ts'
import { encryptedAnew } from './ciphertexts.ts'

type Request = z.output<typeof MovePlanRequest>
export type PlannedMove = { source: PlannedEdit; destination: PlannedEdit }

const STAKES: EditLevel = {
  level: 2,
  because: ['Both stacks see other resources from then on: both programs must be changed, before anybody runs up.'],
  stopAndAsk: [
    'Change both programs at once: the source’s next update creates again what its program still declares, and the destination’s deletes what its program does not.',
  ],
}

/** What moving entries would do to both states that the person read (docs/state.md, Move). */
export async function planMoveOn(
  deps: Deps,
  reader: Reader,
  { from, to }: { from: StackRow; to: StackRow },
  request: Request,
): Promise<PlannedMove> {
  if (from.id === to.id) throw new ApiError('bad_request', 'These resources are in that stack already.')
  const { document: source } = await readBasis(reader, from, request.basis)
  const { document: former } = await readBasis(reader, to, request.destinationBasis ?? { version: 0, hash: '' })
  const adopted = withSecretsProvider(former, source, { from, to })
  const { project, stack } = refOf(to)
  const options = { destination: { project, stack }, includeParents: request.includeParents }
  const move = await movedBy(deps, { from, to }, source, adopted.document, (reencrypt) =>
    moveResources(source, adopted.document, request.urns, { ...options, ...(reencrypt && { reencrypt }) }),
  )
  const names = request.urns.length === 1 ? urnName(request.urns[0] ?? '') : `${request.urns.length} resources`
  const terminal = [stateMove(refOf(from), refOf(to), request.urns, request.includeParents)]
  const facts = { tags: from.tags, stakes: STAKES, terminal }
  return {
    source: planOf(
      source,
      { ...move.source, problems: move.problems },
      {
        ...facts,
        stack: refOf(from),
        basis: request.basis,
        least: await leastLevel(reader, from),
        title: `Move ${names} to ${fullName(refOf(to))}`,
      },
    ),
    destination: planOf(
      former,
      {
        ...move.destination,
        problems: [...move.problems.filter(({ severity }) => severity === 'error'), ...adopted.problems],
      },
      {
        ...facts,
        stack: refOf(to),
        tags: to.tags,
        basis: request.destinationBasis ?? { version: 0, hash: '' },
        least: await leastLevel(reader, to),
        title: `Move ${names} here from ${fullName(refOf(from))}`,
      },
    ),
  }
}

/** Moves with ciphertexts made anew where this server holds the keys of both; first it is found out which ones there are. */
async function movedBy<Move>(
  deps: Deps,
  stacks: { from: StackRow; to: StackRow },
  source: StateDocument,
  destination: StateDocument,
  move: (reencrypt: ((ciphertext: string) => string) | undefined) => Move,
): Promise<Move> {
  if (!isOurs(source.deployment, refOf(stacks.from)) || !isOurs(destination.deployment, refOf(stacks.to)))
    return move(undefined)
  const asked = new Set<string>()
  const dry = move((ciphertext) => {
    asked.add(ciphertext)
    return ciphertext
  })
  if (asked.size === 0) return dry
  const made = await encryptedAnew(deps, stacks, asked)
  if (made.size < asked.size) {
    throw new ApiError(
      'conflict',
      `${asked.size - made.size === 1 ? 'A secret' : `${asked.size - made.size} secrets`} of what is to be moved cannot be read with the stack’s key, so nothing is moved.`,
    )
  }
  return move((ciphertext) => made.get(ciphertext) ?? ciphertext)
}

/** A stack that holds nothing yet says nowhere how its secrets are encrypted: by this server, if the source's are. */
function withSecretsProvider(
  document: StateDocument,
  source: StateDocument,
  { from, to }: { from: StackRow; to: StackRow },
): { document: StateDocument; problems: ReturnType<typeof warning>[] } {
  const { deployment } = document
  const provider = source.deployment.secrets_providers
  const isEmpty = (deployment.resources ?? []).length === 0 && !deployment.secrets_providers
  if (!isEmpty || !provider || !isOurs(source.deployment, refOf(from)) || !isObject(provider.state))
    return { document, problems: [] }
  const state = { ...provider.state, owner: to.org, project: to.project, stack: to.name }
  return {
    document: { ...document, deployment: { ...deployment, secrets_providers: { ...provider, state } } },
    problems: [
      warning('secretsProvider', 'The destination has no state yet: its secrets will be encrypted by this service.'),
    ],
  }
}

/** Writes both states, or none. Answers the source's update. */
export async function runMove(
  deps: Deps,
  stacks: { from: StackRow; to: StackRow },
  request: z.output<typeof MoveRunRequest>,
  who: Who,
): Promise<UpdateRow> {
  const { source, destination } = await deps.store.read((reader) => planMoveOn(deps, reader, stacks, request))
  checkPlan(stacks.from, source.plan, request)
  const writes = [
    { ...source, stack: stacks.from, basis: request.basis, other: stacks.to },
    {
      ...destination,
      stack: stacks.to,
      basis: request.destinationBasis ?? { version: 0, hash: '' },
      other: stacks.from,
    },
  ].map(({ document, plan, stack, basis, other }) => ({
    stackId: stack.id,
    basis,
    document,
    message: `${plan.title}: ${request.reason}`,
    recovery: (versionOf: (stackId: string) => number) =>
      noteOfPlan(plan, effectOfPlan(plan, document), request, {
        stackId: other.id,
        stack: fullName(refOf(other)),
        version: versionOf(other.id),
      }),
  }))
  const [update] = await writeTogether(deps, writes, who)
  if (!update) throw new Error('a move writes two states')
  return update
}
