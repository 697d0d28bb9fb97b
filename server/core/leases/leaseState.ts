import type { UpdateRow } from '../../store/port/updates.ts'

/** Whether a running update's lease has expired. */
export const isExpired = (update: UpdateRow, now: number): boolean =>
  update.status === 'running' && update.lease !== null && now >= update.lease.expiresAt

/**
 * A run may outlast the access token with which it was started by a day, so that an expiry interrupts no deployment.
 */
const GRACE_MS = 24 * 3600 * 1000

/** Whether a lease accepts no more writes because its access token was revoked, or expired more than a day ago. */
export const isRevoked = ({ lease }: UpdateRow, now: number): boolean =>
  lease !== null && ((lease.revokedAt ?? null) !== null || (lease.accessTokenExpiresAt ?? Infinity) + GRACE_MS <= now)
