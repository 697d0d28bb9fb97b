export type Leadership = {
  /** Takes the lead from another tab, for when that one does not answer. */
  takeOver(): void
  /** Leaves permanently. */
  stop(): void
}

/**
 * Makes one of the tabs of a browser the leader: the one that holds the lock of this name. `lead` starts the leader's
 * work and returns the function that stops it, which is called when the tab stops or another tab takes over; in the
 * latter case this tab queues for the lock again. The browser passes the lock on when a tab is closed.
 */
export function standForLeader(name: string, lead: () => () => void): Leadership {
  /** Ends this tab's turn, or its wait for one. */
  let turn = new AbortController()
  let isStopped = false

  function stand(how: 'wait' | 'steal'): void {
    const { signal } = (turn = new AbortController())
    let isGranted = false
    const hold = () =>
      new Promise<void>((release) => {
        if (signal.aborted) return release() // granted in the moment in which this tab gave up: the abort came too late
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
      if (signal.aborted) return // this tab gave up while it waited
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
