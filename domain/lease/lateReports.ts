/** What a client did whose process is over: it reported how its run had ended. */
export const REPORTED_END = 'reported the end of its run'

/** The last report of a client after its update had ended: when (epoch ms), and whether its run is over. */
export type LateReportTime = { at: number; isOver: boolean }

/** Adds a later report. A run that is over stays so: calls that it sent before may arrive after its end. */
export const withReport = (earlier: LateReportTime | null, report: LateReportTime): LateReportTime => ({
  at: report.at,
  isOver: report.isOver || earlier?.isOver === true,
})

/**
 * When a client last reported after its update had ended, so that its process may still run and change the cloud;
 * undefined if it never did, or if it reported the end of its own run.
 */
export function mayStillRunSince(late: readonly { at: number; what: string }[]): number | undefined {
  const hasEnded = late.some(({ what }) => what.includes(REPORTED_END))
  return hasEnded || late.length === 0 ? undefined : Math.max(...late.map(({ at }) => at))
}
