/** What a client did whose process is over: it reported how its run had ended. */
export const REPORTED_END = 'reported the end of its run'

/**
 * When a client last reported after its update had ended, so that its process may still run and change the cloud;
 * undefined if it never did, or if it reported the end of its own run.
 */
export function mayStillRunSince(late: readonly { at: number; what: string }[]): number | undefined {
  const hasEnded = late.some(({ what }) => what.includes(REPORTED_END))
  return hasEnded || late.length === 0 ? undefined : Math.max(...late.map(({ at }) => at))
}
