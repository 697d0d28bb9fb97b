import type { z } from 'zod'
import type { MovePlanRequest, MoveRunRequest } from '#contract/edits.ts'
import { fullName } from '#domain/stackName.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { basisOf } from '../stacks/basis.ts'
import { nameOf, refOf } from '../stacks/names.ts'
import { outside } from '../../texts/waiting/outside.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { type PlannedStates, planStates } from '../../texts/planStates.ts'
import { writeTogether } from '../stacks/writes.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { checkPlan, leastLevel, noteOfPlan, readBasis } from './edit.ts'
import { encryptedAnew } from './ciphertexts.ts'

type Request = z.output<typeof MovePlanRequest>
type Stacks = { from: StackRow; to: StackRow }

const NO_BASIS = basisOf(null)

/**
 * Plans to move entries, on the states of both stacks that the user saw (docs/state.md, Move); `isWritten`: returns
 * both resulting states, too.
 */
export async function planMoveOn(
  deps: Deps,
  reader: Reader,
  { from, to }: Stacks,
  { urns, includeParents, basis, destinationBasis }: Request,
  isWritten: { isWritten: boolean },
): Promise<PlannedStates<'move'>> {
  if (from.id === to.id) throw new DomainError({ kind: 'sameStack' })
  const sides = {
    from: { stack: refOf(from), basis, tags: from.tags, least: await leastLevel(reader, from) },
    to: {
      stack: refOf(to),
      basis: destinationBasis ?? NO_BASIS,
      tags: to.tags,
      least: await leastLevel(reader, to),
    },
  }
  const sources = [
    (await readBasis(deps, reader, from, sides.from.basis)).source,
    (await readBasis(deps, reader, to, sides.to.basis)).source,
  ]
  const plan = (made: [string, string][] | null) =>
    planStates(deps, sources, 'move', { ...sides, urns, includeParents, made }, isWritten)
  const first = await plan(null)
  const { asked } = first.answer
  if (asked.length === 0) return first
  // Once for a call: encrypted again, they would be another question.
  const made = await outside(deps.jobs ?? textJobsHere, 'ciphertexts for the destination', () =>
    recreated(deps, { from, to }, asked),
  )
  return plan([...made])
}

/** Re-encrypts ciphertexts of one stack for the other; throws unless all can be. */
async function recreated(deps: Deps, stacks: Stacks, asked: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const made = await encryptedAnew(deps, stacks, asked)
  const missing = asked.length - made.size
  if (missing === 0) return made
  throw new DomainError({ kind: 'secretsNotOpened', count: missing })
}

/** Writes both states, or none. Returns the source's update. */
export async function runMove(
  deps: Deps,
  stacks: Stacks,
  request: z.output<typeof MoveRunRequest>,
  who: Who,
): Promise<UpdateRow> {
  const { answer, states } = await deps.store.read((reader) =>
    planMoveOn(deps, reader, stacks, request, { isWritten: true }),
  )
  checkPlan(stacks.from, answer.source.plan, request)
  const [left, come] = states
  if (!left || !come) throw new Error('a move that is possible leaves two states')
  const writes = [
    { ...answer.source, document: left, stack: stacks.from, basis: request.basis, other: stacks.to },
    {
      ...answer.destination,
      document: come,
      stack: stacks.to,
      basis: request.destinationBasis ?? NO_BASIS,
      other: stacks.from,
    },
  ].map(({ document, plan, effect, stack, basis, other }) => ({
    stackId: stack.id,
    name: nameOf(stack),
    basis,
    document,
    message: `${plan.title}: ${request.reason}`,
    recovery: (versionOf: (stackId: string) => number) =>
      noteOfPlan(plan, effect, request, {
        stackId: other.id,
        stack: fullName(refOf(other)),
        version: versionOf(other.id),
      }),
  }))
  const [update] = await writeTogether(deps, writes, who)
  if (!update) throw new Error('a move writes two states')
  return update
}
