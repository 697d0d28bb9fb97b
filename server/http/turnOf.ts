import type { Deps } from '../deps.ts'
import type { Turn } from '../door.ts'
import { networkOf } from '../network.ts'
import { hashSecret } from '../secretValue.ts'

/**
 * Where a request stands before anything of it is read: calls with a known lease token, and health checks, go first.
 * Everyone else stands in the line of their credential, which is not verified yet: a wrong one costs little.
 */
export const createTurns =
  ({ caches: { admitted } }: Pick<Deps, 'caches'>) =>
  (asked: { path: string; authorization?: string; cookie?: string; address: string | null }): Turn => {
    const { path, authorization, cookie, address } = asked
    const [scheme = '', value = ''] = (authorization ?? '').split(' ')
    const isLease = scheme === 'update-token' && value !== '' && admitted.has(hashSecret(value))
    if (isLease || path === '/healthz') return { isFirst: true, isOfUpdate: isLease }
    const session = /holdfast_session(?:_\d+)?=([^;]*)/.exec(cookie ?? '')?.[1]
    return { isFirst: false, line: value || session || networkOf(address) }
  }
