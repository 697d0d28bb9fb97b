/** The quantile of a share from 0 to 1; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
