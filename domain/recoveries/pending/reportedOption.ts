import type { Option } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { refreshTarget } from '../../commands.ts'
import { hasUnknownOutputs } from '../../state/unknownOutputs.ts'
import type { Chosen, Facts } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { adoptedEntry } from './adoptedEntry.ts'
import { reportedEntry, reportOn } from './reportedState.ts'

/** The id of the option that takes everything from the client's report. */
export const REPORTED = 'reported'

/**
 * The option to adopt what the client reported about a create, as a list of one; empty without a report. One click: the
 * ID is the one that the provider returned for this create.
 */
export function reportedOptions({ stack, reported }: Facts, planned: Resource): Option[] {
  const report = reportOn(planned.urn, reported)
  if (!report) return []
  const isWhole = !hasUnknownOutputs(reportedEntry(planned, report))
  return [
    option(
      {
        id: REPORTED,
        title: `It was created as ${report.id}: write its entry ${isWhole ? 'as the client reported it' : 'with this ID'}`,
        risk: 'If it was deleted since, the next refresh removes the entry.',
        level: 1,
      },
      isWhole ? {} : { terminal: [refreshTarget(stack, planned.urn)] },
    ),
  ]
}

/** The entry by the chosen option: from the report, or with the ID that the user typed. */
export function chosenEntry({ reported }: Facts, planned: Resource, { option: { id }, choice }: Chosen): Resource {
  const report = id === REPORTED ? reportOn(planned.urn, reported) : undefined
  return report ? reportedEntry(planned, report) : adoptedEntry(planned, choice.inputs['id']?.trim() ?? '')
}
