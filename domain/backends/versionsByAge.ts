/** A run, or a state that Holdfast saw and no run explains. `at`: epoch milliseconds. */
export type Aged = { id: string; kind: 'run' | 'seen'; at: number }

/**
 * The version number of each run and each seen state of a mirrored stack (docs/backends.md, Versions): by age, counted
 * from 1, the oldest first. A self-managed backend numbers nothing, so these are numbers of what is known of it: older
 * history that arrives later moves the numbers of what is newer. A run's time is that in the name of its entry, the end
 * of the run by the clock of its machine; a seen state's that of its object. At the same time the state came first,
 * because a run writes its entry after its last state.
 */
export function versionsByAge(items: readonly Aged[]): Map<string, number> {
  const place = ({ kind }: Aged) => (kind === 'seen' ? 0 : 1)
  const sorted = items.toSorted((a, b) => a.at - b.at || place(a) - place(b) || (a.id < b.id ? -1 : 1))
  return new Map(sorted.map(({ id }, index) => [id, index + 1]))
}
