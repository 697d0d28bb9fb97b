import type { Guide } from '#contract/recoveries.ts'
import { endangeringTwins } from '../../state/oldTwins.ts'
import type { Facts } from '../guidedRecovery.ts'
import { named } from '../named.ts'

const UPDATES = /^(\w+=\S+ )*pulumi (up|update|destroy)\b/

/**
 * A guide without commands that update or destroy, as long as one would delete a live resource by the ID of its old
 * entry (GR-22). `saysSo`: the guide warns in its own words.
 */
export function withoutUpdates(
  guide: Guide,
  { document, unreadable }: Pick<Facts, 'document' | 'unreadable'>,
  { saysSo = false }: { saysSo?: boolean } = {},
): Guide {
  if (unreadable !== null || endangeringTwins(document.deployment).length === 0) return guide
  const first = `${named('remove-old-entries')}: an old entry has the ID of a live resource`
  return {
    ...guide,
    steps: guide.steps.map((step) => {
      const kept = step.commands.filter((command) => !UPDATES.test(command))
      return kept.length === step.commands.length
        ? step
        : { ...step, text: `After ${first}. ${step.text}`, commands: kept }
    }),
    never: saysSo ? guide.never : [`Don’t run pulumi up or pulumi destroy before ${first}.`, ...guide.never],
  }
}
