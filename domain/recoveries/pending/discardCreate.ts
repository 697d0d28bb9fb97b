import { counted } from '#words/counts.ts'
import type { PendingItem, Problem } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { preview } from '../../commands.ts'
import { type StateEdit } from '../../edits/edit.ts'
import { isPlace } from './places.ts'
import { withoutOperations } from './operations.ts'
import { isCreateInCloud } from './createInCloud.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { urnName } from '../../state/urn.ts'
import { option } from '../options.ts'
import { check } from '../check.ts'

/** Pending creates whose object exists and is not wanted (GR-08): deleted in the cloud first, then cleared. */
export const discardCreate: GuidedRecovery = {
  id: 'discard-create',
  number: 8,
  phase: 'pending',
  title: 'Discard a resource whose create was interrupted',
  commands: 'preview',
  offer: { in: 'changes', text: 'You found it: delete it in the cloud first, then clear.' },
  docs: {
    documented: 'Clear it, and not delete the resource',
    does: 'Asks you to delete it in the cloud first, then drops the operation',
    refuses: 'To clear it before the deletion is confirmed',
  },
  finding: () => undefined,
  foundWith: ['clear-create', 'compare-create'],
  problems: (facts) => facts.pending.filter(isCreateInCloud).map((item) => problem(item, facts)),
  apply: ({ document }: FactsWithEarlier, chosen: readonly Chosen[]): StateEdit =>
    withoutOperations(document, new Set(chosen.map(({ problem: { id } }) => Number.parseInt(id)))),
  guide: ({ stack, pending }) => ({
    explanation:
      'Only you can delete the resource: this server has no access to your cloud. Delete it there, then clear the pending create here.',
    steps: [
      {
        text: 'Lock the stack for maintenance on its Recover page, so that no update starts in between.',
        commands: [],
      },
      {
        text: 'Find the resource by its name, in the account and region shown, and check that nothing uses it.',
        commands: [],
      },
      { text: 'Delete it in the cloud, and check that it is gone.', commands: [] },
      { text: 'Clear the pending create below, and note what you deleted.', commands: [] },
      {
        text: 'Preview: the next update creates the resource again if the program still has it.',
        commands: [preview(stack)],
      },
    ],
    never: ['Don’t clear first: no one looks for a cleared resource, and it is billed for years.'],
    checks: [
      check(
        !pending.some(isCreateInCloud),
        'No create is pending.',
        `${counted(pending.filter(isCreateInCloud).length, 'create is', 'creates are')} still pending.`,
      ),
    ],
    stopAndAsk: ['It holds data.', 'Other live resources refer to it.'],
  }),
}

const SHORTEST_NAME = 4

function problem(item: PendingItem, { document }: FactsWithEarlier): Problem {
  const names = item.clues
    .flatMap((clue) => (isPlace(clue) ? [] : clue.value))
    .filter(({ length }) => length >= SHORTEST_NAME)
  const users = (document.deployment.resources ?? []).filter(
    (entry) => !entry.delete && entry.custom && entry.urn !== item.urn && mentions(entry, names),
  )
  const cautions = [
    ...(users.length > 0
      ? [
          `Live resources have its name in their inputs: ${users
            .slice(0, 5)
            .map(({ urn }) => urnName(urn))
            .join(', ')}.`,
        ]
      : []),
    ...(item.live ? [`${item.name} has a live entry: be sure that you did not delete the object of that one.`] : []),
  ]
  return {
    id: item.key,
    title: `The create of ${item.name} was interrupted.`,
    explanation: item.meaning,
    urns: [item.urn],
    evidence: [],
    clues: item.clues,
    options: [
      option(
        {
          id: 'deleted',
          title: 'It existed – I deleted it',
          risk: 'If you deleted a different one, this resource keeps running untracked and billed.',
          level: 3,
        },
        { stopAndAsk: cautions.join(' ') || null },
      ),
    ],
    suggested: null,
    advice: null,
  }
}

/** Compares whole texts only: a region is part of many names. */
function mentions({ inputs }: Resource, names: readonly string[]): boolean {
  if (names.length === 0) return false
  const texts = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) walk(part)
  }
  for (const [key, value] of Object.entries(inputs ?? {}))
    if (!/region|zone|location|project|account/i.test(key)) walk(value)
  return names.some((name) => texts.has(name))
}
