import { create } from 'zustand'

export type LiveState =
  | { state: 'live' }
  /** The connection broke, or is being made. */
  | { state: 'reconnecting' }
  /** Asked again and not reached. `since`: when it was last there, on this machine's clock (epoch ms). */
  | { state: 'offline'; since: number }

/** The connection status. The header shows it always. */
export const useLiveState = create<{ state: LiveState['state']; since?: number | undefined }>()(() => ({
  state: 'reconnecting',
}))

export const setLiveState = (next: LiveState): void =>
  useLiveState.setState({ state: next.state, since: next.state === 'offline' ? next.since : undefined })
