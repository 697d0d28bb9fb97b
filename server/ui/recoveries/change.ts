import type { z } from 'zod'
import type {
  ConfirmationLevel,
  Plan,
  PlanRequest,
  RecoveryOptions,
  RecoveryRecord,
  RunRequest,
} from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { fullName } from '#domain/stackName.ts'
import { missingStatements } from '#domain/recoveries/planChange.ts'
import { coveredBy, recordedFor } from '#domain/recoveries/sharedStatements.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import type { RecoveryAnswer } from '#domain/state/statePlans.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import type { Actor } from '../../core/access/actor.ts'
import { ask, storedState } from '../../texts/askStates.ts'
import { DomainError } from '../../errors.ts'
import { refOf } from '../../core/stacks/names.ts'
import { planStates } from '../../texts/planStates.ts'
import { storedAgain } from '../../texts/states.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import { writeRecovery } from '../../core/stacks/writes.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { diagnosisOf, recoveryContext } from './facts.ts'
import { earlierStates, factsOf, statesOfVersions } from './guided.ts'
import type { Note } from './note.ts'
import { named } from '#domain/recoveries/named.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'

export type Who = { by: Actor; requestId: string }

/** A recovery that can be carried out, and the resulting state, if requested. */
export type PlannedRecovery = Extract<RecoveryAnswer, { ok: true }> & {
  state: StateDocument | PreparedState | undefined
}

/**
 * Plans a recovery on the state that the user saw; `isWritten`: returns the resulting state, too. Throws if the state
 * has changed; the caller checks the lease.
 */
export async function planOn(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  { recovery, basis, choices }: z.infer<typeof PlanRequest>,
  isWritten: { isWritten: boolean },
): Promise<PlannedRecovery> {
  const context = await recoveryContext(deps, reader, stack)
  const { source, row } = context
  const current = { version: row?.version ?? 0, hash: row?.hash ?? '' }
  if (current.version !== basis.version || current.hash !== basis.hash)
    throw new DomainError({ kind: 'staleBasis', current: current })
  const facts = await factsOf(reader, stack, context)
  const about = { tags: stack.tags, least: context.hasUnknownEntries ? 3 : 0 } as const
  const guided = guidedRecovery(recovery)
  const asked = choices.flatMap(({ problem }) => guided?.versionOf?.(problem) ?? [])
  const earlier = guided?.isOfPresent
    ? []
    : asked.length > 0
      ? await statesOfVersions(reader, stack, asked)
      : await earlierStates(reader, stack, facts, row)
  const { answer, states } = await planStates(
    deps,
    [source, ...earlier.map((former) => storedState(reader, former))],
    'recovery',
    {
      recovery,
      choices,
      about,
      facts,
      now: await deps.store.now(),
      versions: earlier.map(({ version }) => version),
    },
    isWritten,
  )
  if (!answer.ok) throw new ApiError(answer.code, answer.reason)
  return { ...answer, state: states[0] }
}

/** Returns what a recovery of the common kind offers now. Throws `not_found` for one with pages of its own. */
export async function recoveryOptions(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  id: RecoveryId,
  version: number | undefined,
  login: string,
): Promise<RecoveryOptions> {
  const guided = guidedRecovery(id)
  if (!guided) throw new ApiError('not_found', `${named(id)} has a page of its own: nothing is chosen for it here.`)
  const { diagnosis, facts, context } = await diagnosisOf(deps, reader, stack, login)
  const { source, row } = context
  const { foundWith = [id] } = guided
  const earlier = guided.isOfPresent
    ? []
    : guided.versionOf && version !== undefined
      ? await statesOfVersions(reader, stack, [version])
      : await earlierStates(reader, stack, facts, row)
  return ask(deps, [source, ...earlier.map((former) => storedState(reader, former))], 'recoveryOptions', {
    recovery: id,
    facts,
    now: await deps.store.now(),
    versions: earlier.map(({ version }) => version),
    basis: { version: row?.version ?? 0, hash: row?.hash ?? '' },
    finding: diagnosis.findings.find(({ recovery }) => recovery !== null && foundWith.includes(recovery)) ?? null,
  })
}

export const toPlan = ({ recovery, basis }: z.infer<typeof PlanRequest>, planned: PlannedRecovery): Plan => {
  const { level, effect, integrityBefore, integrityAfter, stopAndAsk, terminal } = planned
  return { recovery, basis, level, effect, integrityBefore, integrityAfter, stopAndAsk, terminal }
}

/** Throws unless the user typed the stack's full name, from level 2 on (docs/recovery.md, Confirmation levels). */
export function checkConfirmed(stack: StackRow, level: ConfirmationLevel, confirm: string | undefined): void {
  const name = fullName(refOf(stack))
  if (level >= 2 && confirm !== name) throw new DomainError({ kind: 'notConfirmed', expected: name })
}

/** Carries out a recovery: plans it again on the current state, checks the confirmation, and writes a new version. */
export async function carryOut(
  deps: Deps,
  stack: StackRow,
  request: z.infer<typeof RunRequest>,
  who: Who,
): Promise<UpdateRow> {
  const planned = await deps.store.read((reader) => planOn(deps, reader, stack, request, { isWritten: true }))
  checkConfirmed(stack, planned.level, request.confirm)
  const shared = coveredBy(planned.chosen, request.shared)
  if (!shared.ok) throw new ApiError('bad_request', shared.reason)
  const stated = new Set(shared.covered.flatMap(({ chosen }) => chosen))
  const missing = missingStatements(planned.chosen, planned.level, stated)
  if (missing.length > 0) {
    const names = missing.join(', ')
    throw new ApiError('not_confirmed', `Say where you looked and what you found for: ${names}.`, {
      params: { items: names },
    })
  }
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
    ],
    effect: planned.effect.sentences,
    basisVersion: request.basis.version,
    undoes: null,
    basis: request.basis,
    changes: planned.effect,
  }
  if (planned.state === undefined) throw new Error('a plan that can be carried out leaves a state')
  const message = `${catalogue[request.recovery].title}: ${request.reason}`
  const now = await deps.store.now()
  return writeRecovery(deps, {
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

/** Maximum number of history entries searched for an orphaned update that an undo reopens. */
const MAX_UPDATES = 1000

/**
 * Restores the state from before a recovery, as a new version. Throws if the state has changed since, or a lease is
 * held.
 */
export async function undo(
  deps: Deps,
  stack: StackRow,
  undone: RecoveryRecord,
  reason: string,
  who: Who,
): Promise<UpdateRow> {
  const { document, basis, orphanedUpdates } = await deps.store.read(async (reader) => {
    const former = await reader.stateByVersion(stack.id, undone.basis.version)
    const written = await reader.stateByVersion(stack.id, undone.version ?? -1)
    const present = stack.stateId === null ? undefined : await reader.state(stack.stateId)
    if (!former || !written || !present) throw new ApiError('conflict', 'The state from before is not kept any more.')
    if (written.hash !== present.hash)
      throw new DomainError({ kind: 'staleBasis', current: { version: present.version, hash: present.hash } })
    const updates = await reader.updates(stack.id, { previews: 'no', limit: MAX_UPDATES, offset: 0 })
    return {
      document: await storedAgain(deps, reader, former),
      basis: { version: present.version, hash: present.hash },
      orphanedUpdates: updates.filter(
        ({ resolvedVersion }) => resolvedVersion !== null && resolvedVersion === undone.version,
      ),
    }
  })
  const note: Note = {
    recovery: undone.recovery,
    reason,
    statements: [],
    effect: [`The state of version ${undone.basis.version} is in force again.`],
    basisVersion: basis.version,
    undoes: undone.version,
    basis,
    changes: null,
  }
  const message = `Undo of version ${undone.version}: ${reason}`
  return writeRecovery(deps, {
    stackId: stack.id,
    basis,
    document,
    ...who,
    message,
    recovery: note,
    within: async (writer) => {
      for (const { id } of orphanedUpdates)
        await writer.patchUpdate(id, {
          resolvedAt: null,
          resolvedBy: null,
          resolvedReason: null,
          resolvedVersion: null,
        })
    },
  })
}
