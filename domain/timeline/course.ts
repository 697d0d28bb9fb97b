/** How long the CLI collects journal entries before it sends them, unless `PULUMI_JOURNALING_BATCH_PERIOD` says otherwise. */
export const JOURNAL_PERIOD_MS = 50
/** So many entries are sent at once, without waiting for more. */
export const FULL_BATCH = 100
/** Events are sent in batches, at the latest after so long (docs/protocol.md, Events). */
export const EVENT_PERIOD_MS = 4000

/** One step of a run on one resource. Times are epoch milliseconds; how exact they are, the course says. */
export type Step = {
  urn: string
  /** `create`, `update`, `delete`, `same`, `refresh` …, in the engine's words. */
  op: string
  /** Null: only its end is recorded. */
  begin: number | null
  /** Null: it runs, or no one knows when it ended. */
  end: number | null
  outcome: 'done' | 'failed' | 'open'
  /** A provider's resource, not a component. */
  custom: boolean
  parent: string | null
  /** URN of the provider resource. */
  provider: string | null
  /** URNs of the resources that it depends on. */
  after: readonly string[]
}

/** Entries that the client sent together, by receipt. */
export type Batch = { at: number; entries: number }

/** The course of a run, as far as it was recorded. */
export type Course = {
  /** `journal`: receipt of journal entries; `events`: receipt of event batches; `log`: a file of engine events; `trace`: calls. */
  source: 'journal' | 'events' | 'log' | 'trace'
  /** So much earlier than recorded something may have been. */
  precisionMs: number
  from: number
  /** Null while it runs. */
  to: number | null
  /** How many steps the engine does at once; null where no one said. */
  parallel: number | null
  batches: readonly Batch[]
  /** How long its client collects journal entries; null where it said so in a way that cannot be read. */
  journalPeriodMs: number | null
  steps: readonly Step[]
}
