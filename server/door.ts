/** Where a request stands: it goes first, maybe as the call of a running update, or waits in the line of its caller. */
export type Turn = { isFirst: true; isOfUpdate: boolean } | { isFirst: false; line: string }

/**
 * The order in which requests are started. Calls of running updates and health checks start at once. Of all others one
 * starts in each turn of the event loop, and callers take turns: however many requests someone sends, others wait for one
 * of them. While a call of a running update is answered, a crowd starts further apart.
 */
export type Door = {
  enter(turn: Turn, start: () => void): void
  /** The call of a running update, which had entered, was answered. */
  answered(): void
}

type Later = (work: () => void) => unknown
/** `next` runs its argument in the next turn of the event loop, `spaced` some turns later. */
export type Pace = { next: Later; spaced: Later }

/** As many requests as one browser has connections: more waiting ones are a crowd. */
const CROWD = 6

/** A call takes several turns when each statement is one (PostgreSQL), and it holds its stack's lock meanwhile. */
export function createDoor({ next, spaced }: Pace): Door {
  const lines = new Map<string, (() => void)[]>()
  let isTaken = false
  let ofUpdates = 0
  let waiting = 0

  function startNext(): void {
    isTaken = false
    const [first] = lines
    if (first === undefined) return
    const [name, line] = first
    const start = line.shift()
    lines.delete(name)
    if (line.length > 0) lines.set(name, line) // behind the others
    waiting -= 1
    if (start !== undefined) begin(start)
  }

  function begin(start: () => void): void {
    isTaken = true
    const later = ofUpdates > 0 && waiting > CROWD ? spaced : next
    later(startNext)
    start()
  }

  return {
    enter(turn, start) {
      if (turn.isFirst) {
        if (turn.isOfUpdate) ofUpdates += 1
        return start()
      }
      if (!isTaken) return begin(start)
      waiting += 1
      const line = lines.get(turn.line)
      if (line === undefined) lines.set(turn.line, [start])
      else line.push(start)
    },
    answered() {
      ofUpdates -= 1
    },
  }
}
