import { ApiError } from '../../http/apiError.ts'

/** Maximum number of waiting calls in a process; each polls the database once a second, so these are no burden. */
export const MAX_CALLS = 500
/** Maximum number of waiting calls of one user, with all their tokens, so that no one uses up the process's limit. */
export const MAX_CALLS_OF_ONE = 100
const RETRY_AFTER_S = 5

/**
 * Limits the calls that wait at the same time in this process, and those of one login; further calls are refused with
 * 429.
 */
export type WaitingCalls = { run<T>(login: string, work: () => Promise<T>): Promise<T> }

export function createWaitingCalls(): WaitingCalls {
  const byLogin = new Map<string, number>()
  let all = 0
  return {
    async run(login, work) {
      const own = byLogin.get(login) ?? 0
      if (all >= MAX_CALLS || own >= MAX_CALLS_OF_ONE) {
        const whose = own >= MAX_CALLS_OF_ONE ? `of ${login} wait` : 'wait here'
        const detail = `Too many calls ${whose} already; try again in ${RETRY_AFTER_S} s.`
        throw new ApiError('too_many_requests', detail, { headers: { 'retry-after': String(RETRY_AFTER_S) } })
      }
      byLogin.set(login, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (byLogin.get(login) ?? 1) - 1
        if (left === 0) byLogin.delete(login)
        else byLogin.set(login, left)
      }
    },
  }
}
