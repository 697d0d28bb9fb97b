/** How long the CLI collects journal entries before it sends them, unless `PULUMI_JOURNALING_BATCH_PERIOD` is set. */
export const JOURNAL_PERIOD_MS = 50
/** A batch with this many entries is sent at once. */
export const FULL_BATCH = 100
/** Maximum delay of a batch of events (docs/protocol.md, Events). */
export const EVENT_PERIOD_MS = 4000

/** One step of a run on one resource. Times are epoch milliseconds; `Course.precisionMs` is their precision. */
export type Step = {
  urn: string
  /** The engine's operation: `create`, `update`, `delete`, `same`, `refresh` … */
  op: string
  /** Null if only its end is recorded. */
  begin: number | null
  /** Null if it still runs, or its end is unknown. */
  end: number | null
  outcome: 'done' | 'failed' | 'open'
  /** A provider's resource as opposed to a component. */
  custom: boolean
  parent: string | null
  /** URN of the provider resource. */
  provider: string | null
  /** URNs of the resources that it depends on. */
  after: readonly string[]
}

/** Journal entries sent together, by time of receipt. */
export type Batch = { at: number; entries: number }

/** The course of a run, as far as it was recorded. */
export type Course = {
  /**
   * The source of the times. `journal`: receipt of journal entries; `events`: receipt of event batches; `log`: a file
   * of engine events; `trace`: calls.
   */
  source: 'journal' | 'events' | 'log' | 'trace'
  /** How much earlier than recorded a step may have started or ended. */
  precisionMs: number
  from: number
  /** Null while it runs. */
  to: number | null
  /** Maximum number of concurrent steps; null if unknown. */
  parallel: number | null
  batches: readonly Batch[]
  /** How long the client collects journal entries; null if its setting cannot be read. */
  journalPeriodMs: number | null
  /**
   * Checkpoints that a client without a journal saved, one after the other, and at least how long it waited for them;
   * null with a journal, and where it is not recorded.
   */
  saves: { count: number; ms: number } | null
  steps: readonly Step[]
}

/** The steps at these indices. */
export const stepsAt = ({ steps }: Pick<Course, 'steps'>, indices: Iterable<number>): Step[] =>
  [...indices].flatMap((index) => steps[index] ?? [])
