import type { LiveState } from './liveState.ts'

/** The part of an EventSource that is needed; tests bring their own. */
export type Source = Pick<EventSource, 'close' | 'onmessage' | 'onerror' | 'onopen'>

export type ConnectionDeps = {
  open: () => Source
  /** Local time, epoch ms. */
  now: () => number
}

type Listener = { message: (data: string) => void; state: (state: LiveState) => void }

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000
/** Timers that stood still for this long mean that the machine slept: its connections are dead without knowing it. */
const SLEPT_MS = 45_000
const WATCH_MS = 10_000
/** The server sends a heartbeat every 15 s. A connection that misses two is dead, and the browser does not know it. */
const SILENT_MS = 40_000

/**
 * Keeps one connection to the server. Retries are ours: a browser gives up for good on an answer that is not a stream,
 * which is what a proxy sends while the server restarts. Returns the function that closes it.
 */
export function keepConnected({ open, now }: ConnectionDeps, { message, state }: Listener): () => void {
  let source: Source | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let lastThere = now()
  let lastHeard = now()
  let wasLive = false

  const connect = (): void => {
    drop()
    lastHeard = now()
    source = open()
    source.onopen = () => {
      failures = 0
      wasLive = true
      lastHeard = now()
      state({ state: 'live' })
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      lastHeard = now()
      message(data)
    }
    source.onerror = () => lost(now())
  }
  const lost = (at: number): void => {
    drop()
    if (failures === 0) lastThere = at
    failures += 1
    if (failures > 1) state({ state: 'offline', since: lastThere })
    else state({ state: wasLive ? 'reconnecting' : 'connecting' })
    timer = setTimeout(connect, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS))
  }
  const drop = (): void => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  let lastTick = now()
  const watch = setInterval(() => {
    const slept = now() - lastTick > SLEPT_MS
    lastTick = now()
    if (slept) connect()
    else if (source !== undefined && now() - lastHeard > SILENT_MS) lost(lastHeard)
  }, WATCH_MS)
  const retryNow = (): void => {
    if (failures > 0) connect()
  }
  globalThis.addEventListener?.('online', retryNow)

  connect()
  return () => {
    clearInterval(watch)
    globalThis.removeEventListener?.('online', retryNow)
    drop()
  }
}
