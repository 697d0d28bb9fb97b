import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { LiveEvent } from '#contract/events.ts'
import { observeServerTime } from '#src/lib/serverClock.ts'
import { keys } from '../http/keys.ts'
import { seenByPage, type SeenSeq } from './seenSeq.ts'
import { staleMarks } from './staleMarks.ts'

/** Everything. */
const ALL: QueryKey = []

/** Which data an event makes stale. An event never carries the data itself. */
function staleAfter(event: LiveEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'hello':
    case 'heartbeat':
    case 'hidden':
      return []
    case 'stack': {
      const lists = [keys.stack(event.stack), keys.stackLists(), keys.search(), keys.leases()]
      return event.what === 'changed' ? lists : [...lists, keys.deletedStacks()]
    }
    case 'update':
      return [keys.stack(event.stack), keys.stackLists(), keys.leases(), keys.approvals()]
    case 'lease':
    case 'lock':
      return [
        keys.stackDetail(event.stack),
        keys.leaseLog(event.stack),
        keys.recoveries(event.stack),
        keys.stackLists(),
        keys.leases(),
      ]
    case 'progress':
      return [
        keys.run(event.stack, event.updateId),
        keys.updates(event.stack),
        keys.stackDetail(event.stack),
        keys.stackLists(),
        keys.leases(),
      ]
    case 'log':
      return [keys.run(event.stack, event.updateId)]
    case 'state':
      return [keys.stack(event.stack), keys.stackLists(), keys.search(), keys.untracked()]
    case 'untracked':
      return [
        keys.untracked(),
        keys.recoveries(event.stack),
        keys.stackDetail(event.stack), // lost resources are part of a stack's health
        keys.stackLists(),
      ]
    case 'review':
      return [keys.reviews(event.stack)]
    case 'approval':
      return [
        keys.approvals(),
        keys.run(event.stack, event.updateId),
        keys.stackDetail(event.stack),
        keys.stackLists(),
        keys.leases(),
      ]
    case 'approvalRules':
      return [keys.approvalRules()]
    case 'tokens':
      return [keys.tokens()]
  }
}

export type LiveReader = {
  /** One message as received; one that cannot be read counts as missed. */
  read(data: string): void
  /** Another tab reports its last event: a page with another number has missed something. */
  compare(seq: number): void
  /** The number of the last event read; undefined before the first. */
  seq(): number | undefined
  stop(): void
}

/**
 * Reads events in order and marks data stale. A gap in `seq`, a heartbeat with another number than the last event read,
 * an unknown message, and every greeting after the first (the connection was lost, or the server restarted) mark
 * everything stale. Events between the first answer and the first greeting count as missed too. After a comparison even
 * the first greeting is a reconnect: the page had joined the connection of another tab.
 */
export function createLiveReader(client: QueryClient, seen: SeenSeq = seenByPage): LiveReader {
  const marks = staleMarks(client)
  let last: number | undefined
  const compare = (seq: number): void => {
    const isMissed = last === undefined ? seen.isBefore(seq) : seq !== last
    last = seq
    if (isMissed) marks.add([ALL])
  }
  const greeted = (seq: number): void => {
    const isMissed = last !== undefined || seen.isBefore(seq)
    last = seq
    if (isMissed) marks.add([ALL])
  }
  return {
    read(data) {
      const event = parse(data)
      if (!event) return marks.add([ALL])
      if (event.type === 'heartbeat') return compare(event.seq)
      if (event.type === 'hello') {
        observeServerTime(event.now)
        return greeted(event.seq)
      }
      const isMissed = last === undefined ? seen.isBefore(event.seq - 1) : event.seq > last + 1
      last = Math.max(event.seq, last ?? event.seq) // for a moment, two leaders may report the same event
      marks.add(isMissed ? [ALL] : staleAfter(event))
    },
    compare,
    seq: () => last,
    stop: marks.stop,
  }
}

function parse(data: string): LiveEvent | undefined {
  try {
    return LiveEvent.parse(JSON.parse(data))
  } catch {
    return undefined
  }
}
