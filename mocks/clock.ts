/** The clock of a world: set by hand while its story plays, then running on from the story's end. */
export type WorldClock = { now: () => number; advance(ms: number): void; run(): void }

export function createWorldClock(start: number, real: () => number = Date.now): WorldClock {
  let current = start
  let runsSince: number | undefined
  return {
    now: () => (runsSince === undefined ? current : current + (real() - runsSince)),
    advance: (ms) => void (current += ms),
    run: () => void (runsSince ??= real()),
  }
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `90s`, `20m`, `3h`, `2d` in milliseconds. Throws for anything else: a typo in a story must not go unnoticed. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  if (number === undefined || unit === undefined) throw new Error(`not a duration: ${text}`)
  return Number(number) * UNITS[unit as keyof typeof UNITS]
}
