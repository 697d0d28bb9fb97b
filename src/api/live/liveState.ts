import { create } from 'zustand'

export type LiveState =
  | { state: 'live' }
  /** The first connection is being established. */
  | { state: 'connecting' }
  /** The connection broke. */
  | { state: 'reconnecting' }
  /** Retried without success. `since`: when the server last answered, by this machine's clock (epoch ms). */
  | { state: 'offline'; since: number }

/** The connection status, always shown in the header. */
export const useLiveState = create<{ state: LiveState['state']; since?: number | undefined }>()(() => ({
  state: 'connecting',
}))

export const setLiveState = (next: LiveState): void =>
  useLiveState.setState({ state: next.state, since: next.state === 'offline' ? next.since : undefined })
