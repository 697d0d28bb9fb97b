/** Where a request stands: it goes first, or waits in the line of its caller. */
export type Turn = { isFirst: true } | { isFirst: false; line: string }

/**
 * The order in which requests are started. Calls of running updates and health checks start at once. Of all others one
 * starts in each turn of the event loop, and callers take turns: however many requests someone sends, others wait for one
 * of them.
 */
export type Door = { enter(turn: Turn, start: () => void): void }

/** `later` runs its argument in the next turn of the event loop. */
export function createDoor(later: (work: () => void) => unknown): Door {
  const lines = new Map<string, (() => void)[]>()
  let isTaken = false

  function next(): void {
    isTaken = false
    const [first] = lines
    if (first === undefined) return
    const [name, line] = first
    const start = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line) // behind the others
    if (start !== undefined) begin(start)
  }

  function begin(start: () => void): void {
    isTaken = true
    later(next)
    start()
  }

  return {
    enter(turn, start) {
      if (turn.isFirst) return start()
      if (!isTaken) return begin(start)
      const line = lines.get(turn.line)
      if (line === undefined) lines.set(turn.line, [start])
      else line.push(start)
    },
  }
}
