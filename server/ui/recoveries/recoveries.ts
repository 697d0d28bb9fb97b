import type { StackRef } from '#contract/common.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import { refuseHeld } from '../../core/stacks/held.ts'
import { undoMove } from '../edits/undoMove.ts'
import { actorOf, type Call, type Handlers } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { carryOut, planOn, recoveryOptions, toPlan, undo, type Who } from './change.ts'
import { releaseLease, resolveOrphanedUpdate } from './end.ts'
import { diagnosisOf } from './facts.ts'
import { recordOf, recordsOf } from './record.ts'

/** Handles the console's requests about a stack in trouble, and the recoveries that it offers. */
export function recoveryHandlers(deps: Deps) {
  const find = (ref: StackRef) => deps.store.read((reader) => findStack(reader, ref))
  const view = (ref: StackRef, id: string): Promise<RecoveryRecord> =>
    deps.store.read(async (reader) => {
      const record = await recordOf(deps, reader, await findStack(reader, ref), id)
      if (!record) throw new ApiError('not_found', 'There is no such recovery of this stack.')
      return record
    })
  const who = (call: Call): Who => ({ by: actorOf(call), requestId: call.requestId })

  return {
    diagnosis: ({ params }, { user }) =>
      deps.store.read(
        async (reader) => (await diagnosisOf(deps, reader, await findStack(reader, params), user.login)).diagnosis,
      ),
    recoveryOptions: ({ params, query }, { user }) =>
      deps.store.read(async (reader) => {
        const id = RecoveryId.safeParse(params.recovery)
        if (!id.success) throw new ApiError('not_found', 'There is no such recovery.')
        return recoveryOptions(deps, reader, await findStack(reader, params), id.data, query.version, user.login)
      }),
    recoveryPlan: ({ params, body }) =>
      deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        refuseHeld(stack)
        return toPlan(body, await planOn(deps, reader, stack, body, { isWritten: false }))
      }),
    recoveryRun: async ({ params, body }, call) => {
      const update = await carryOut(deps, await find(params), body, who(call))
      return view(params, update.id)
    },
    leaseRelease: async ({ params, body }, call) =>
      view(params, await releaseLease(deps, await find(params), body, who(call))),
    orphanedUpdateResolve: async ({ params, body }, call) =>
      view(params, await resolveOrphanedUpdate(deps, await find(params), body, who(call))),
    recoveryList: ({ params }) =>
      deps.store.read(async (reader) => ({
        recoveries: await recordsOf(deps, reader, await findStack(reader, params)),
      })),
    recoveryView: ({ params }) => view(params, params.id),
    recoveryUndo: async ({ params, body }, call) => {
      const record = await view(params, params.id)
      if (record.undoBlocked !== null) throw new ApiError('conflict', record.undoBlocked)
      const stack = await find(params)
      const update =
        (await undoMove(deps, stack, record, body.reason, who(call))) ??
        (await undo(deps, stack, record, body.reason, who(call)))
      return view(params, update.id)
    },
  } satisfies Partial<Handlers>
}
