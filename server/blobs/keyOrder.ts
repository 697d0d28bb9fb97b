/** Whether a key is after another one in code point order, as stores sort them: JavaScript sorts by halves of pairs. */
export function isAfter(key: string, other: string): boolean {
  for (let at = 0; at < key.length && at < other.length; at += 1) {
    const [ours, theirs] = [key.charCodeAt(at), other.charCodeAt(at)]
    if (ours !== theirs) return rank(ours) > rank(theirs)
  }
  return key.length > other.length
}

/** Halves of pairs are of characters after all others. */
const rank = (unit: number): number => (unit >= 0xd8_00 && unit < 0xe0_00 ? unit + 0x1_00_00 : unit)
