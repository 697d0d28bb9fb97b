/** No configuration is deeper; text of a stranger may be. */
const MAX_DEPTH = 40

/** In the place of a secret. */
export const SECRET = '[secret]'

/**
 * A value of a configuration without its secrets, which are `{"secure": ciphertext}` (docs/protocol.md, Create and
 * start), and whether it has any.
 */
export function maskSecure(value: unknown): { masked: unknown; hasSecret: boolean } {
  let hasSecret = false
  const mask = (part: unknown, depth: number): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const entries = Object.entries(part)
    const isSecure = !Array.isArray(part) && entries.length === 1 && entries[0]?.[0] === 'secure'
    if (isSecure || depth > MAX_DEPTH) {
      hasSecret = true // what lies too deep is not shown, so it may be one
      return isSecure ? SECRET : '…'
    }
    if (Array.isArray(part)) return part.map((item) => mask(item, depth + 1))
    return Object.fromEntries(entries.map(([key, item]) => [key, mask(item, depth + 1)]))
  }
  return { masked: mask(value, 0), hasSecret }
}
