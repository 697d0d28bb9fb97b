import type { z } from 'zod'
import type { Plan, PlanRequest } from '#contract/recoveries.ts'
import { planEnd } from '#domain/recoveries/lease/endUpdate.ts'
import { namesOf } from '../../core/access/displayNames.ts'
import { updateToEnd } from '../../core/recoveries/end.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { toLease } from '../leases/leaseView.ts'

/** Returns what ending the update that holds the lease does; `login` is the user who asks. */
export async function planOfEnd(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  request: z.infer<typeof PlanRequest>,
  login: string,
): Promise<Plan> {
  const update = await updateToEnd(reader, stack, request)
  const lease = await toLease(deps, reader, stack, update, await deps.store.now())
  if (lease === null) throw new DomainError({ kind: 'noSuchUpdate', id: null })
  const names = await namesOf(reader, update.requestedBy)
  const { recovery, basis } = request
  const unchanged = { integrityBefore: [], integrityAfter: [], mayStillRun: null }
  return { recovery, basis, ...unchanged, ...planEnd(lease, { login, names }, stack.tags) }
}
