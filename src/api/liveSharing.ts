import type { QueryClient } from '@tanstack/react-query'
import { createLiveReader, type LiveReader } from './live.ts'
import { type ConnectionDeps, keepConnected } from './liveConnection.ts'
import { type LiveState, setLiveState } from './liveState.ts'

const NAME = 'holdfast-live'

/** What tabs tell each other. The first tab that holds the lock keeps the connection for all. */
type TabMessage =
  | { type: 'event'; data: string }
  | { type: 'state'; state: LiveState }
  | { type: 'whatIsIt' }
  /** For a tab that has just come. */
  | { type: 'itIs'; state: LiveState; seq: number | undefined }

type Options = {
  /** False where every tab has a service of its own: the demo. */
  shared?: boolean
  deps?: ConnectionDeps
}

const browser: ConnectionDeps = { open: () => new EventSource('/api/ui/live'), now: Date.now }

/**
 * Starts live news for this tab and returns the function that ends them. One connection serves all tabs of a browser
 * (HTTP/1.1 allows six to an origin); where the browser lacks locks or channels, a tab keeps its own.
 */
export function startLive(client: QueryClient, { shared = true, deps = browser }: Options = {}): () => void {
  return shared && canShare() ? share(client, deps) : keepOwn(client, deps)
}

/** Locks exist only where the page came by HTTPS or from this machine. */
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
  const stopping = new AbortController()
  // What ends the connection may still have something to say, but nobody listens any more.
  const tell = (message: TabMessage): void => {
    if (!stopping.signal.aborted) channel.postMessage(message)
  }
  let reader: LiveReader = createLiveReader(client)
  let isLeader = false
  let state: LiveState = { state: 'reconnecting' }
  let seq: number | undefined

  const taken = (next: LiveState): void => {
    state = next
    setLiveState(next)
  }
  const read = (data: string): void => {
    seq = seqOf(data) ?? seq
    reader.read(data)
  }

  channel.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.type === 'whatIsIt') {
      if (isLeader) tell({ type: 'itIs', state, seq })
    } else if (!isLeader) {
      if (message.type === 'event') read(message.data)
      else taken(message.state)
      if (message.type === 'itIs' && seq === undefined && message.seq !== undefined) {
        seq = message.seq
        reader.stop()
        reader = createLiveReader(client, { seq })
      }
    }
  }
  tell({ type: 'whatIsIt' })

  const lead = (): Promise<void> => {
    isLeader = true
    const disconnect = keepConnected(deps, {
      message: (data) => {
        read(data)
        tell({ type: 'event', data })
      },
      state: (next) => {
        taken(next)
        tell({ type: 'state', state: next })
      },
    })
    return new Promise((resolve) => {
      stopping.signal.addEventListener('abort', () => {
        disconnect()
        resolve()
      })
    })
  }
  navigator.locks.request(NAME, { signal: stopping.signal }, lead).catch(() => undefined) // stopped while waiting its turn

  return () => {
    stopping.abort()
    reader.stop()
    channel.close()
  }
}

function seqOf(data: string): number | undefined {
  const found = /"seq":\s*(\d+)/.exec(data)?.[1]
  return found === undefined ? undefined : Number(found)
}
