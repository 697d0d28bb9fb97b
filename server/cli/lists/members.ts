import type { Deps } from '../../deps.ts'
import { roleIn } from '../../core/access/rights.ts'
import type { UserRow } from '../../store/port/access.ts'
import { badRequest } from '../cliError.ts'

/** Go's zero time: the roles are built in, no one changes them. */
const NEVER = '0001-01-01T00:00:00Z'

/**
 * The members of an organization: every user of the server has a role in it. The published API tells members that its own
 * database knows (`frontend`) from those of an identity provider (`backend`); here both are the same people, on one page.
 */
export async function listMembers(deps: Deps, org: string, { type = '' }: { type?: string | undefined }) {
  if (!['', 'frontend', 'backend'].includes(type)) throw badRequest('type must be frontend or backend.')
  const users = await deps.store.read((reader) => reader.users())
  return {
    members: users
      .filter(({ removedAt }) => removedAt === null)
      .toSorted((a, b) => (a.login < b.login ? -1 : 1))
      .map((user) => memberOf(user, org)),
  }
}

/** The API's own built-in roles know no readers and operators: both are members, and `fgaRole` says which. */
function memberOf(user: UserRow, org: string) {
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

/** A person as the published API shows one. */
export const userInfo = ({ name, login }: Pick<UserRow, 'name' | 'login'>) => ({
  name,
  githubLogin: login,
  avatarUrl: '',
})
