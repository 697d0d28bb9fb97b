import type { Evidence, Option, PendingItem } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { refreshTarget } from '../../commands.ts'
import { hasUnknownOutputs } from '../../state/unknownOutputs.ts'
import type { Chosen, Facts } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { adoptedEntry } from './adoptedEntry.ts'
import { type ReportedState, reportedEntry, reportOn } from './reportedState.ts'

/** The id of the option that takes everything from the client's report. */
export const REPORTED = 'reported'

/**
 * The option to adopt what the client reported about a create, as a list of one; empty without a report. One click: the
 * ID is the one that the provider returned for this create. Not beside another create of the URN, whose object may be
 * the one that the program should have: then a person chooses, and nothing is suggested.
 */
export function reportedOptions(facts: Facts, item: PendingItem, planned: Resource): Option[] {
  const { stack, pending } = facts
  const report = reportFor(facts, item)
  if (!report) return []
  const isWhole = !hasUnknownOutputs(reportedEntry(planned, report))
  return [
    option(
      {
        id: REPORTED,
        title: `It was created as ${report.id}: write its entry ${isWhole ? 'as the client reported it' : 'with this ID'}`,
        risk: 'If it was deleted since, the next refresh removes the entry.',
        level: othersOf(item, pending).length === 0 ? 1 : 2,
      },
      isWhole ? {} : { terminal: [refreshTarget(stack, planned.urn)] },
    ),
  ]
}

/** What the client reported about a create after its run had ended, as evidence. */
export const lateReports = ({ lateEvidence }: PendingItem): Evidence[] =>
  lateEvidence.map(({ at, resourceId }) => ({
    what: `The client reported after the end that it was created with the id ${resourceId}.`,
    source: 'events',
    at,
  }))

/** The ID in the newest of these reports. */
export const lateId = ({ lateEvidence }: PendingItem): string | undefined => lateEvidence.at(-1)?.resourceId

/** The option to suggest, of those that `reportedOptions` returned; null if there is none. */
export const suggestedOf = (reported: readonly Option[]): string | null =>
  reported.find(({ level }) => level === 1)?.id ?? null

/** The other pending creates of the same URN. */
const othersOf = ({ urn, key }: PendingItem, pending: readonly PendingItem[]): PendingItem[] =>
  pending.filter((other) => other.type === 'creating' && other.urn === urn && other.key !== key)

/** The report on a create; none if the same update left two of the URN, of which it may be either. */
function reportFor({ pending, reported }: Facts, item: PendingItem): ReportedState | undefined {
  const report = reportOn(item, reported)
  const isOfEither = report && othersOf(item, pending).some(({ since }) => since?.update === report.update)
  return isOfEither ? undefined : report
}

/** The entry by the chosen option: from the report, or with the ID that the user typed. */
export function chosenEntry(
  facts: Facts,
  item: PendingItem,
  planned: Resource,
  { option: { id }, choice }: Chosen,
): Resource {
  const report = id === REPORTED ? reportFor(facts, item) : undefined
  return report ? reportedEntry(planned, report) : adoptedEntry(planned, choice.inputs['id']?.trim() ?? '')
}
