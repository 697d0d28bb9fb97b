const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes in steps of 1000: `912 B`, `3.4 kB`, `85 MB`. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit] ?? ''}`
}
