import type { LiveEvent } from '#contract/events.ts'

type WithoutSeq<E> = E extends unknown ? Omit<E, 'seq'> : never
export type LiveNews = WithoutSeq<Exclude<LiveEvent, { type: 'hello' | 'heartbeat' | 'hidden' }>>

/** Notifies all open consoles of stale data. Numbers have no gaps within one process. */
export type LiveBus = {
  publish(news: LiveNews): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: LiveEvent) => void): () => void
  seq(): number
  listeners(): number
}

/** Where an error of a listener is logged. */
type ErrorLog = { error(facts: Record<string, unknown>, message: string): void }
type Listener = (event: LiveEvent) => void

/** Notifies each listener; an error in one affects neither the others nor the publisher. */
export function notifyListeners(listeners: Iterable<Listener>, event: LiveEvent, log?: ErrorLog): void {
  for (const listener of listeners) {
    try {
      listener(event)
    } catch (error) {
      log?.error({ error: String(error), type: event.type, seq: event.seq }, 'a listener to live news failed')
    }
  }
}

/** Creates the live bus of a single process. */
export function createLiveBus(log?: ErrorLog): LiveBus {
  const listeners = new Set<Listener>()
  let seq = 0
  return {
    publish(news) {
      seq += 1
      const event: LiveEvent = { ...news, seq }
      notifyListeners(listeners, event, log)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seq: () => seq,
    listeners: () => listeners.size,
  }
}
