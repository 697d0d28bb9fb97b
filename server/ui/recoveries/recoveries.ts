import type { StackRef } from '#contract/common.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { readVisible } from '../../core/access/visible.ts'
import { refuseHeld } from '../../core/stacks/held.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { carryOut } from '../../core/recoveries/carryOut.ts'
import { plannedFile } from '../../core/recoveries/plannedFile.ts'
import { planRecovery, toPlan } from '../../core/recoveries/planRecovery.ts'
import { undo } from '../../core/recoveries/undo.ts'
import { resolveOrphanedUpdate } from '../../core/recoveries/end.ts'
import { diagnosisOf, recoveryOptions } from './diagnosis.ts'
import { planOfEnd } from './planOfEnd.ts'
import { recordOf, recordsOf } from './record.ts'

/** Handles the console's requests about a stack in trouble, and the recoveries that it offers. */
export function recoveryHandlers(deps: Deps) {
  const find = (ref: StackRef) => deps.store.read((reader) => findStack(reader, ref))
  const view = (ref: StackRef, id: string): Promise<RecoveryRecord> =>
    deps.store.read(async (reader) => {
      const record = await recordOf(deps, reader, await findStack(reader, ref), id)
      if (!record) throw new DomainError({ kind: 'noSuchRecord', of: 'recovery' })
      return record
    })

  return {
    diagnosis: ({ params }, { user }) =>
      readVisible(
        deps,
        user,
        async (reader) => (await diagnosisOf(deps, reader, await findStack(reader, params), user.login)).diagnosis,
      ),
    recoveryOptions: ({ params, query }, { user }) =>
      readVisible(deps, user, async (reader) => {
        const stack = await findStack(reader, params)
        const id = RecoveryId.safeParse(params.recovery)
        if (!id.success) throw new DomainError({ kind: 'noSuchRecovery' })
        return recoveryOptions(deps, reader, stack, id.data, query.version, user.login)
      }),
    recoveryPlan: ({ params, body }, { user }) =>
      deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        if (isOfHolder(body)) return planOfEnd(deps, reader, stack, body, user.login)
        refuseHeld(stack)
        return toPlan(body, await planRecovery(deps, reader, stack, body, { isWritten: false }))
      }),
    recoveryFile: async ({ params, body }) => {
      const stack = await find(params)
      const { state } = await deps.store.read((reader) => planRecovery(deps, reader, stack, body, { isWritten: true }))
      if (state === undefined) throw new Error('a plan that can be carried out leaves a state')
      return plannedFile(deps, stack, body.basis, state)
    },
    recoveryRun: async ({ params, body }, call) =>
      view(params, await carryOut(deps, await find(params), body, whoOf(call))),
    orphanedUpdateResolve: async ({ params, body }, call) =>
      view(params, await resolveOrphanedUpdate(deps, await find(params), body, whoOf(call))),
    recoveryList: ({ params }) =>
      deps.store.read(async (reader) => ({
        recoveries: await recordsOf(deps, reader, await findStack(reader, params)),
      })),
    recoveryView: ({ params }) => view(params, params.id),
    recoveryUndo: async ({ params, body: { reason } }, call) => {
      const update = await undo(deps, await find(params), { id: params.id, reason }, whoOf(call))
      return view(params, update.id)
    },
  } satisfies Partial<Handlers>
}
