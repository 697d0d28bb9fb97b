import type { SeenBy } from '#contract/backends.ts'
import type { Writer } from '../../store/port.ts'

/**
 * Hides the organization of a newly connected backend from all users but administrators, in a transaction of the caller.
 * A user with a role in an organization of this name keeps it: an administrator gave it for a reason.
 */
export async function limitWhoSees(writer: Writer, org: string, seenBy: SeenBy): Promise<void> {
  if (seenBy === 'everyone') return
  for (const { id, role, roles } of await writer.users())
    if (role !== 'admin' && !Object.hasOwn(roles, org))
      await writer.patchUser(id, { roles: { ...roles, [org]: 'none' } })
}
