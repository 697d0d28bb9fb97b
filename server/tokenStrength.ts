const MIN_BITS = 36
export const MIN_LENGTH = 16

/**
 * A conservative estimate of the entropy of a token chosen by the operator, in bits: repetitions count once, a
 * character that continues a sequence (`aaa`, `123`, `cba`) not at all, the others by their frequency.
 */
export function estimatedBits(token: string): number {
  const once = /^(.+?)\1+.{0,2}$/s.exec(token)?.[1] ?? token
  const codes = Array.from(once, (char) => char.codePointAt(0) ?? 0)
  const counted = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1)
  const counts = Map.groupBy(counted, (code) => code)
  return [...counts.values()].reduce((bits, same) => bits + same.length * Math.log2(counted.length / same.length), 0)
}

export const isStrongToken = (token: string): boolean => token.length >= MIN_LENGTH && estimatedBits(token) >= MIN_BITS
