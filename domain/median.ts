/** The middle of some numbers; of an even count, the mean of the two in the middle. Undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const ordered = values.toSorted((a, b) => a - b)
  const [low, high] = [ordered[(ordered.length - 1) >> 1], ordered[ordered.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
