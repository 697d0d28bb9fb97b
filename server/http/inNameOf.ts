import type { Identity } from '../core/access/credentials.ts'
import type { Deps } from '../deps.ts'
import { textJobsHere } from '../texts/textJobs.ts'

/**
 * Answers a request in the name of its caller: work on large texts waits in the line of this user, and ends when the
 * caller has gone. Calls of running updates are not answered like this, so their work never waits for that of users.
 */
export const inNameOf = <T>(
  { jobs = textJobsHere }: Pick<Deps, 'jobs'>,
  identity: Pick<Identity, 'user'> | undefined,
  { signal }: Request,
  work: () => Promise<T>,
): Promise<T> => (identity === undefined ? work() : jobs.as({ user: identity.user.id, signal }, work))
