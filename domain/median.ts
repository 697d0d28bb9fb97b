/** The median; for an even count, the mean of the two middle numbers. Undefined if there are none. */
export function median(values: readonly number[]): number | undefined {
  const ordered = values.toSorted((a, b) => a - b)
  const [low, high] = [ordered[(ordered.length - 1) >> 1], ordered[ordered.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
