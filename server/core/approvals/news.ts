import type { Deps } from '../../deps.ts'

/** At most so long passes before a waiting call looks again, in milliseconds: news between processes can be lost. */
const LOOK_MS = 5_000

/** Events of an update after which another look may find something. */
const OWN: ReadonlySet<string> = new Set(['approval', 'update', 'lease'])

/** News about the approvals of one update, from the moment at which it is followed. */
export type ApprovalNews = {
  /**
   * Resolves when something may have been decided since the last call: news of the update or of the rules, its end, the
   * end of the waiting call or of the server, after `ms` milliseconds, or after a few seconds.
   */
  next(ms: number): Promise<void>
  stop(): void
}

/** Follows the news about an update, so that none is lost between two looks. */
export function followApprovals(
  deps: Pick<Deps, 'bus' | 'stopping'>,
  updateId: string,
  signal: AbortSignal,
): ApprovalNews {
  let come = Promise.withResolvers<void>()
  const tell = () => come.resolve()
  const unsubscribe = deps.bus.subscribe((event) => {
    const isOwn = OWN.has(event.type) && 'updateId' in event && event.updateId === updateId
    if (isOwn || event.type === 'approvalRules') tell()
  })
  const ends = [signal, deps.stopping].flatMap((end) => end ?? [])
  for (const end of ends) {
    if (end.aborted) tell()
    else end.addEventListener('abort', tell)
  }
  return {
    async next(ms) {
      const timer = setTimeout(tell, Math.max(0, Math.min(LOOK_MS, ms)))
      await come.promise
      clearTimeout(timer)
      come = Promise.withResolvers<void>()
    },
    stop() {
      unsubscribe()
      for (const end of ends) end.removeEventListener('abort', tell)
      tell()
    },
  }
}
