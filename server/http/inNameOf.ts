import type { Identity } from '../core/access/credentials.ts'
import { refusalFor } from '../core/access/refusalFor.ts'
import type { Deps } from '../deps.ts'
import { textJobsHere } from '../texts/textJobs.ts'

/**
 * Answers a request in the name of its caller: work on large texts waits in the line of this user, and ends when the
 * caller has gone, and a refusal tells them what they may see. Calls of running updates are not answered like this, so
 * their work never waits for that of users.
 */
export async function inNameOf<T>(
  deps: Pick<Deps, 'jobs' | 'store'>,
  identity: Pick<Identity, 'user'> | undefined,
  { signal }: Request,
  work: () => Promise<T>,
): Promise<T> {
  if (identity === undefined) return work()
  const { user } = identity
  try {
    return await (deps.jobs ?? textJobsHere).as({ user: user.id, signal }, work)
  } catch (error) {
    throw await refusalFor(deps, user, error)
  }
}
