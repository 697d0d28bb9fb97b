import type { z } from 'zod'
import type { RunRequest } from '#contract/recoveries.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { missingStatements } from '#domain/recoveries/planChange.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import { coveredBy, recordedFor } from '#domain/recoveries/sharedStatements.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { writeRecovery } from '../stacks/writes.ts'
import { checkConfirmed } from './confirmation.ts'
import { releaseLease } from './end.ts'
import type { Note } from './note.ts'
import { planRecovery } from './planRecovery.ts'
import { recordId } from './recordId.ts'

/**
 * Carries out a recovery: plans it again on the current state, checks the confirmation, and writes a new version. One of
 * a held lease ends its update instead. Returns the id of the record.
 */
export async function carryOut(
  deps: Deps,
  stack: StackRow,
  request: z.infer<typeof RunRequest>,
  who: Who,
): Promise<string> {
  if (isOfHolder(request)) return releaseLease(deps, stack, request, who)
  const planned = await deps.store.read((reader) => planRecovery(deps, reader, stack, request, { isWritten: true }))
  const { mayStillRun } = planned
  if (mayStillRun !== null && !request.processHasEnded)
    throw new DomainError({ kind: 'processMayRun', run: mayStillRun })
  checkConfirmed(stack, planned.level, request.confirm)
  const shared = coveredBy(planned.chosen, request.shared)
  if (!shared.ok) throw new DomainError({ kind: 'unclearStatements', problem: shared.reason })
  const stated = new Set(shared.covered.flatMap(({ chosen }) => chosen))
  const missing = missingStatements(planned.chosen, planned.level, stated)
  if (missing.length > 0) throw new DomainError({ kind: 'problemsNotStated', titles: missing })
  const guided = guidedRecovery(request.recovery)
  const note: Note = {
    recovery: request.recovery,
    reason: request.reason,
    statements: [
      ...planned.chosen.flatMap((chosen) => {
        const { problem, option, choice } = chosen
        const item = guided?.recordedAs?.(chosen) ?? `${problem.title} ${option.title}`
        return choice.statement ? [{ item, statement: choice.statement }] : []
      }),
      ...shared.covered.map(recordedFor),
      ...(mayStillRun === null ? [] : [{ item: `The process of ${mayStillRun}`, statement: 'It has ended.' }]),
    ],
    effect: planned.effect.written ?? planned.effect.sentences,
    basisVersion: request.basis.version,
    undoes: null,
    basis: request.basis,
    changes: planned.effect,
  }
  if (planned.state === undefined) throw new Error('a plan that can be carried out leaves a state')
  const message = `${catalogue[request.recovery].title}: ${request.reason}`
  const now = await deps.store.now()
  const written = await writeRecovery(deps, {
    stackId: stack.id,
    basis: request.basis,
    document: planned.state,
    ...who,
    message,
    recovery: note,
    within: async (writer, [update]) => {
      if (update && planned.effect.operationsKept.length === 0)
        await resolveOrphanedUpdates(writer, stack.id, {
          resolvedAt: now,
          resolvedBy: who.by.login,
          resolvedReason: `Its pending operations were resolved in version ${update.version}.`,
          resolvedVersion: update.version,
        })
    },
  })
  return recordId('write', written.id)
}

/**
 * Resolves orphaned updates once no operation is pending: they need no attention any more (docs/protocol.md, Verdict of
 * a lease).
 */
async function resolveOrphanedUpdates(
  writer: Writer,
  stackId: string,
  resolved: Pick<UpdateRow, 'resolvedAt' | 'resolvedBy' | 'resolvedReason' | 'resolvedVersion'>,
): Promise<void> {
  for (const orphanedUpdate of await writer.orphanedUpdates())
    if (orphanedUpdate.stackId === stackId) await writer.patchUpdate(orphanedUpdate.id, resolved)
}
