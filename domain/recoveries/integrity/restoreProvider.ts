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
      documented: "Copy a provider's entry into the JSON",
      does: 'Candidates from former versions and from the state, differences of region and account in red',
      refuses: 'A re-pointing to another account or region as if it were the same',
    },
  },
  {
    title: (count) =>
      count === 1 ? 'A provider is missing from the state' : `${count} providers are missing from the state`,
    explanation:
      'Resources name a provider that the state does not have. Put it back from an earlier version, or point them to another one of the same place: in a wrong region or account everything looks gone.',
    couldBeLost:
      'Everything that points to it, if the other provider is of a wrong account or region and somebody refreshes.',
    level: 2,
  },
)
