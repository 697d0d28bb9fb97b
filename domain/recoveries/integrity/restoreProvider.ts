import { number, plural } from '#words/counts.ts'
import { repairRecovery } from './repairs.ts'

/** A provider that is not in the state (GR-12; docs/state.md, Repair). */
export const restoreProvider = repairRecovery(
  {
    id: 'restore-provider',
    number: 12,
    phase: 'integrity',
    title: 'A provider is missing from the state',
    commands: 'export',
    docs: {
      documented: 'Copy a provider entry into the JSON',
      does: 'Offers candidates from earlier versions and from the state, with differences of region and account in red',
      refuses: 'To use another account or region as if it were the same',
    },
  },
  {
    title: (count) =>
      plural(count, 'A provider is missing from the state', `${number(count)} providers are missing from the state`),
    explanation:
      'Resources refer to a provider that the state doesn’t have. Restore it from an earlier version, or use another one for the same account and region: with a wrong one every resource looks deleted.',
    couldBeLost:
      'If the other provider has a wrong account or region, a refresh removes all of its resources from the state.',
    level: 2,
  },
)
