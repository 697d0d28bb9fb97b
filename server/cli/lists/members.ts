import type { Deps } from '../../deps.ts'
import { roleIn } from '../../core/access/rights.ts'
import type { KnownUser, UserRow } from '../../store/port/access.ts'
import { badRequest } from '../cliError.ts'

/** Go's zero time: the roles are built in and never modified. */
const NEVER = '0001-01-01T00:00:00Z'

/**
 * The members of an organization: every user of the server who has a role in it. The published API distinguishes
 * members in its own database (`frontend`) from those of an identity provider (`backend`); here both are the same users,
 * on one page.
 */
export async function listMembers(deps: Deps, org: string, { type = '' }: { type?: string | undefined }) {
  if (!['', 'frontend', 'backend'].includes(type)) throw badRequest('type must be frontend or backend.')
  const users = await deps.store.read((reader) => reader.users())
  return {
    members: users
      .filter((user) => user.removedAt === null && roleIn(user, org) !== 'none')
      .toSorted((a, b) => (a.login < b.login ? -1 : 1))
      .map((user) => memberOf(user, org)),
  }
}

/**
 * A member. The published API has no built-in roles for readers and operators: both are `member`, and `fgaRole` tells
 * them apart.
 */
function memberOf(user: KnownUser, org: string) {
  const role = roleIn(user, org)
  return {
    role: role === 'admin' ? 'admin' : 'member',
    user: userInfo(user),
    created: new Date(user.createdAt).toISOString(),
    knownToPulumi: true,
    virtualAdmin: false,
    fgaRole: { id: role, name: role, modifiedAt: NEVER },
  }
}

/** A user in the format of the published API. */
export const userInfo = ({ name, login }: Pick<UserRow, 'name' | 'login'>) => ({
  name,
  githubLogin: login,
  avatarUrl: '',
})
