import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'

/**
 * Takes room in memory for a batch that waits for a decision; the returned function frees it. All that wait have
 * together as many bytes as the largest body. Throws `tooMuchWaits` if there is no room.
 */
export function enterWaitingRoom({ caches, settings }: Pick<Deps, 'caches' | 'settings'>, bytes: number): () => void {
  const { waitingBatches } = caches
  if (waitingBatches.bytes + bytes > settings.maxBodyBytes) throw new DomainError({ kind: 'tooMuchWaits' })
  waitingBatches.bytes += bytes
  return () => void (waitingBatches.bytes -= bytes)
}
