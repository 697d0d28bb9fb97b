import { repairRecovery } from './repairs.ts'

/** A provider that is not in the state (GR-12; docs/state.md, Repair). */
export const restoreProvider = repairRecovery('restore-provider', {
  title: (count) =>
    count === 1 ? 'A provider is missing from the state' : `${count} providers are missing from the state`,
  explanation:
    'Resources name a provider that the state does not have. Put it back from an earlier version, or point them to another one of the same place: in a wrong region or account everything looks gone.',
  couldBeLost:
    'Everything that points to it, if the other provider is of a wrong account or region and somebody refreshes.',
  level: 2,
})
