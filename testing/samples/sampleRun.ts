import type { ChangeRow } from '#contract/updates.ts'
import type { Course, Step } from '#domain/timeline/course.ts'

/** What an update did to a resource, for tests. */
export const sampleChange = (change: Pick<ChangeRow, 'urn'> & Partial<ChangeRow>): ChangeRow => ({
  parent: null,
  type: 'a:b:C',
  name: change.urn,
  op: 'same',
  state: 'done',
  diffs: [],
  replaceKeys: [],
  detailedDiff: null,
  old: null,
  new: null,
  messages: [],
  ...change,
})

/** A step of a run, for tests: open without an end. Times are in milliseconds after the start. */
export const sampleStep = (
  urn: string,
  [begin, end]: [begin: number | null, end: number | null],
  more: Partial<Step> = {},
): Step => ({
  urn,
  op: 'create',
  begin,
  end,
  outcome: end === null ? 'open' : 'done',
  custom: true,
  parent: null,
  provider: null,
  after: [],
  ...more,
})

/** The steps of a run of ten seconds, for tests. */
export const sampleCourse = (steps: Step[], more: Partial<Course> = {}): Course => ({
  source: 'journal',
  precisionMs: 50,
  from: 0,
  to: 10_000,
  parallel: 8,
  batches: [],
  journalPeriodMs: 50,
  saves: null,
  steps,
  ...more,
})
