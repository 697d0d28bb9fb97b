import type { Timeline } from '#contract/runCourse.ts'
import type { Course } from '#domain/timeline/course.ts'

/** A timeline as received, with indexes resolved to names and spans to instants. */
export function courseOf({ urns, steps, batches, from, ...rest }: Timeline): Course {
  const urnAt = (place: number): string | null => urns[place] ?? null
  const at = (span: number | null): number | null => (span === null ? null : from + span)
  return {
    ...rest,
    from,
    batches: batches.at.map((span, index) => ({ at: from + span, entries: batches.entries[index] ?? 0 })),
    steps: steps.map(({ urn, begin, end, parent, provider, after, ...step }) => ({
      ...step,
      urn: urns[urn] ?? '',
      begin: at(begin),
      end: at(end),
      parent: urnAt(parent),
      provider: urnAt(provider),
      after: after.flatMap((place) => urns[place] ?? []),
    })),
  }
}
