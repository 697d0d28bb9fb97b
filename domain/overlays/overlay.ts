/**
 * How something stands out. The first five mean what they mean everywhere in the console; kinds only tell apart.
 */
export const KIND_LOOKS = ['kind-a', 'kind-b', 'kind-c', 'kind-d', 'kind-e', 'kind-f'] as const
export type Look = 'ok' | 'running' | 'attention' | 'danger' | 'unknown' | (typeof KIND_LOOKS)[number]

/** One of the things that an overlay tells apart, by colour, by a sign and in words. */
export type OverlayClass = {
  /** Names it in an address. */
  id: string
  /** One or two letters, so that colour alone tells nothing. */
  sign: string
  look: Look
  /** With its number: `3 failed`. */
  words: (count: number) => string
  /** It is counted in the legend and can be filtered by; the picture does not shout about it. */
  isQuiet?: true
}

/** What an overlay says of each resource: the place of its class, -1 for nothing. The most serious class first. */
export type Marks = { classes: readonly OverlayClass[]; of: ArrayLike<number> }

export const NO_MARKS: Marks = { classes: [], of: [] }

/** How many resources are in each class. */
export function markCounts({ classes, of }: Marks): number[] {
  const counts = classes.map(() => 0)
  for (let i = 0; i < of.length; i++) {
    const place = of[i] ?? -1
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
