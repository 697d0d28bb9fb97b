import type { Deps } from '../../deps.ts'
import { DomainError, isRefused } from '../../errors.ts'
import { nowCalled } from '../stacks/formerNames.ts'
import { nameOf } from '../stacks/names.ts'
import { roleIn, type Roles } from './rights.ts'
import { readVisible } from './visible.ts'

/**
 * An error, as a user may be told it: with the present name of a stack that is not found, if they may see that one, and
 * without organizations that they may not see.
 */
export async function refusalFor(deps: Pick<Deps, 'store'>, user: Roles, error: unknown): Promise<unknown> {
  if (isRefused(error, 'noSuchStack') && error.refusal.name !== null) {
    const { name } = error.refusal
    const stack = await readVisible(deps, user, (reader) => nowCalled(reader, name))
    return stack ? new DomainError({ kind: 'noSuchStack', name, nowCalled: nameOf(stack) }) : error
  }
  if (isRefused(error, 'noSuchOrganization') && error.refusal.known !== null) {
    const known = error.refusal.known.filter((org) => roleIn(user, org) !== 'none')
    return new DomainError({ ...error.refusal, known })
  }
  return error
}
