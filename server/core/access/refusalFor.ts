import type { Deps } from '../../deps.ts'
import { DomainError, isRefused } from '../../errors.ts'
import { nowCalled } from '../stacks/formerNames.ts'
import { nameOf } from '../stacks/names.ts'
import { ownOrganizations } from '../stacks/organizations.ts'
import { roleIn, type Roles } from './rights.ts'
import { readVisible } from './visible.ts'

/**
 * An error, as a user may be told it: with the present name of a stack that is not found, or the organizations that
 * exist, as far as they may see those.
 */
export async function refusalFor(deps: Pick<Deps, 'store'>, user: Roles, error: unknown): Promise<unknown> {
  if (isRefused(error, 'noSuchStack') && error.refusal.name !== null) {
    const { name } = error.refusal
    const stack = await readVisible(deps, user, (reader) => nowCalled(reader, name))
    return stack ? new DomainError({ kind: 'noSuchStack', name, nowCalled: nameOf(stack) }) : error
  }
  if (isRefused(error, 'noSuchOrganization')) {
    const known = await readVisible(deps, user, ownOrganizations)
    return new DomainError({ ...error.refusal, known: known.filter((org) => roleIn(user, org) !== 'none') })
  }
  return error
}
