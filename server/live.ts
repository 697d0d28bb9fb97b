import type { LiveEvent } from '#contract/events.ts'

type WithoutSeq<E> = E extends unknown ? Omit<E, 'seq'> : never
export type LiveNews = WithoutSeq<Exclude<LiveEvent, { type: 'hello' }>>

/** Tells every open console that something is stale. Numbers have no gaps within one process. */
export type LiveBus = {
  publish(news: LiveNews): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: LiveEvent) => void): () => void
  seq(): number
  listeners(): number
}

export function createLiveBus(): LiveBus {
  const listeners = new Set<(event: LiveEvent) => void>()
  let seq = 0
  return {
    publish(news) {
      seq += 1
      const event: LiveEvent = { ...news, seq }
      for (const listener of listeners) listener(event)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seq: () => seq,
    listeners: () => listeners.size,
  }
}
