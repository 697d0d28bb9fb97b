/** How many of the last runs say what is usual. */
const LAST = 10

/** What a run of this kind usually takes: the median of the last ten that succeeded; null without any. */
export function usualDuration(
  runs: readonly { kind: string; status: string; startedAt: number | null; endedAt: number | null }[],
  kind: string,
): number | null {
  const took = runs
    .flatMap(({ kind: other, status, startedAt, endedAt }) =>
      other === kind && status === 'succeeded' && startedAt !== null && endedAt !== null
        ? [{ startedAt, ms: endedAt - startedAt }]
        : [],
    )
    .toSorted((a, b) => b.startedAt - a.startedAt)
    .slice(0, LAST)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b)
  const middle = took.length / 2
  const [low, high] = [took[Math.ceil(middle) - 1], took[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
