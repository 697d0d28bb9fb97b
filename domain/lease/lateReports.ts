/** The last report of a client after its update had ended: when (epoch ms), and whether its run is over. */
export type LateReportTime = { at: number; isOver: boolean }

/** Adds a later report. A run that is over stays so: calls that it sent before may arrive after its end. */
export const withReport = (earlier: LateReportTime | null, report: LateReportTime): LateReportTime => ({
  at: report.at,
  isOver: report.isOver || earlier?.isOver === true,
})

/**
 * When the client of an ended update last reported (epoch ms), so that its process may still run and change the cloud;
 * null if it never did, or if it reported the end of its own run.
 */
export const mayStillRunSince = (report: LateReportTime | null): number | null =>
  report?.isOver === false ? report.at : null
