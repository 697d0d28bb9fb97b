/** Whether a text matches a pattern. */
export type Matcher = (text: string) => boolean

/**
 * Compiles a pattern, in which `*` matches any characters and everything else itself. Each piece between two `*` is
 * searched once, behind the one before it, so no pattern makes it go back.
 */
export function matcherOf(pattern: string): Matcher {
  if (!pattern.includes('*')) return (text) => text === pattern
  const pieces = pattern.split('*')
  const [head = '', ...rest] = pieces
  const tail = rest.pop() ?? ''
  const between = rest.filter((piece) => piece !== '')
  const least = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return (text) => {
    if (text.length < least || !text.startsWith(head) || !text.endsWith(tail)) return false
    let at = head.length
    for (const piece of between) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= text.length - tail.length
  }
}

/** Whether a text matches one of several patterns; without any, everything matches. */
export function anyOf(patterns: readonly string[]): Matcher {
  if (patterns.length === 0) return () => true
  const matchers = [...new Set(patterns)].map(matcherOf)
  return (text) => matchers.some((matches) => matches(text))
}
