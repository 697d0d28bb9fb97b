import type { QueryClient } from '@tanstack/react-query'
import { standForLeader } from './leadership.ts'
import { createLiveReader } from './live.ts'
import { type ConnectionDeps, keepConnected } from './liveConnection.ts'
import { type LiveState, setLiveState } from './liveState.ts'

const NAME = 'holdfast-live'
/** A leader that is silent for this long is asked, and taken over if it stays silent for as long again. */
const ANSWER_MS = 3_000

/** Messages between tabs. The tab that holds the lock leads: it keeps the connection for all. */
type TabMessage =
  | { type: 'event'; data: string }
  | { type: 'state'; state: LiveState }
  | { type: 'whatIsIt' }
  /** Sent to a tab that asks, and to all tabs when the leader changes. */
  | { type: 'itIs'; state: LiveState; seq: number | undefined }

type Options = {
  /** False where every tab has a service of its own, as in the demo. */
  shared?: boolean
  deps?: ConnectionDeps
}

const browser: ConnectionDeps = { open: () => new EventSource('/api/ui/live'), now: Date.now }

/**
 * Starts live events for this tab and returns the function that stops them. One connection serves all tabs of a browser
 * (HTTP/1.1 allows six per origin); where the browser lacks locks or channels, each tab keeps its own.
 */
export function startLive(client: QueryClient, { shared = true, deps = browser }: Options = {}): () => void {
  return shared && canShare() ? share(client, deps) : keepOwn(client, deps)
}

/** Locks exist only on pages loaded by HTTPS or from this machine. */
function canShare(): boolean {
  const { locks }: { locks?: LockManager | null } = globalThis.navigator ?? {}
  return Boolean(locks) && typeof BroadcastChannel === 'function'
}

function keepOwn(client: QueryClient, deps: ConnectionDeps): () => void {
  const reader = createLiveReader(client)
  const disconnect = keepConnected(deps, { message: reader.read, state: setLiveState })
  return () => {
    disconnect()
    reader.stop()
  }
}

function share(client: QueryClient, deps: ConnectionDeps): () => void {
  const channel = new BroadcastChannel(NAME)
  const reader = createLiveReader(client)
  let isOpen = true
  let isLeader = false
  let state: LiveState = { state: 'connecting' }
  /** What this tab has heard of the leader since its last check. */
  let sign: 'heard' | 'asked' | 'silent' = 'silent'

  // Ending the connection may still send messages, but no one listens any more.
  const tell = (message: TabMessage): void => {
    if (isOpen) channel.postMessage(message)
  }
  const ask = (): void => {
    sign = 'asked'
    tell({ type: 'whatIsIt' })
  }
  const answer = (): void => tell({ type: 'itIs', state, seq: reader.seq() })
  const taken = (next: LiveState): void => {
    state = next
    setLiveState(next)
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.type === 'whatIsIt') {
      if (isLeader) answer()
      return
    }
    if (isLeader) return // from a leader that has just been taken over
    sign = 'heard'
    if (message.type === 'event') reader.read(message.data)
    else taken(message.state)
    if (message.type === 'itIs' && message.seq !== undefined) reader.compare(message.seq)
  }

  const leadership = standForLeader(NAME, () => {
    isLeader = true
    answer()
    const disconnect = keepConnected(deps, {
      message: (data) => {
        reader.read(data)
        tell({ type: 'event', data })
      },
      state: (next) => {
        taken(next)
        tell({ type: 'state', state: next })
      },
    })
    return () => {
      isLeader = false
      sign = 'heard' // from the leader that took over
      disconnect()
    }
  })

  ask()
  const watch = setInterval(() => {
    if (isLeader) return
    if (sign === 'asked') leadership.takeOver()
    else if (sign === 'silent') ask()
    else sign = 'silent'
  }, ANSWER_MS)

  return () => {
    clearInterval(watch)
    isOpen = false
    leadership.stop()
    reader.stop()
    channel.close()
  }
}
