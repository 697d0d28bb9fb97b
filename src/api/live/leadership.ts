export type Leadership = {
  /** Takes the lead from anyone who has it: for when that one does not answer. */
  takeOver(): void
  /** Permanently. */
  stop(): void
}

/**
 * Makes one of the tabs of a browser the leader: the one that holds the lock of this name. `lead` begins what a leader
 * does and returns what ends it, which happens when the tab stops or another one takes the lead over; in the latter case
 * this tab gets in line again. The browser passes the lock on when a tab is closed.
 */
export function standForLeader(name: string, lead: () => () => void): Leadership {
  /** Ends this tab's turn, also while it waits for it. */
  let turn = new AbortController()
  let isStopped = false

  function stand(how: 'wait' | 'steal'): void {
    const { signal } = (turn = new AbortController())
    let isGranted = false
    const hold = () =>
      new Promise<void>((release) => {
        if (signal.aborted) return release() // granted in the moment in which it was given up: an abort comes too late
        isGranted = true
        const resign = lead()
        signal.addEventListener('abort', () => {
          resign()
          release()
        })
      })
    const mine = turn
    const options = how === 'steal' ? { steal: true } : { signal } // the browser refuses both at once
    navigator.locks.request(name, options, hold).catch(() => {
      if (signal.aborted) return // given up while it waited
      mine.abort()
      if (isGranted) stand('wait') // taken over by another tab
    })
  }

  stand('wait')
  return {
    takeOver() {
      if (isStopped) return
      turn.abort()
      stand('steal')
    },
    stop() {
      isStopped = true
      turn.abort()
    },
  }
}
