import { number, plural } from '#words/counts.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { listed } from '../../edits/deleteResources.ts'
import { refreshTargets } from '../../commands.ts'
import type { NamedStack } from '../../stackName.ts'

/** Maximum number of targets in one command. */
const MAX_TARGETS = 50

/** Names of resources for a sentence: the first few, and how many more. */
const namesOf = (entries: readonly Pick<Resource, 'urn'>[]): string => listed(entries.map(({ urn }) => urn))

/** That entries must be refreshed before anything else, one sentence for all. */
export const refreshFirst = (entries: readonly Pick<Resource, 'urn'>[]): string =>
  plural(
    entries.length,
    `Refresh ${namesOf(entries)} before anything else: its outputs are unknown.`,
    `Refresh these ${number(entries.length)} resources before anything else: ${namesOf(entries)}. Their outputs are unknown.`,
  )

/** The command that reads entries with unknown outputs; pending creates of the stack stay untouched. */
export const refreshOf = (
  stack: NamedStack,
  entries: readonly Pick<Resource, 'urn'>[],
  { hasPendingCreates }: { hasPendingCreates: boolean },
): string =>
  refreshTargets(
    stack,
    entries.slice(0, MAX_TARGETS).map(({ urn }) => urn),
    { skipsCreates: hasPendingCreates },
  )
