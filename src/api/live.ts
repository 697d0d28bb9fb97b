import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { match } from 'ts-pattern'
import { LiveEvent } from '#contract/events.ts'
import { observeServerTime } from '#src/lib/serverClock.ts'
import { keys } from './keys.ts'
import { wasToldBefore } from './seenSeq.ts'
import { staleMarks } from './staleMarks.ts'

/** Everything. */
const ALL: QueryKey = []

/** Which data an event makes stale; it never carries the data itself. */
export const staleAfter = (event: LiveEvent): readonly QueryKey[] =>
  match(event)
    .with({ type: 'hello' }, () => [])
    .with({ type: 'stack' }, ({ stack, what }) => [
      keys.stack(stack),
      keys.stackLists(),
      keys.leases(),
      ...(what === 'changed' ? [] : [keys.deletedStacks()]),
    ])
    .with({ type: 'update' }, ({ stack }) => [keys.stack(stack), keys.stackLists(), keys.leases()])
    .with({ type: 'lease' }, { type: 'lock' }, ({ stack }) => [
      keys.stackDetail(stack),
      keys.leaseLog(stack),
      keys.recoveries(stack),
      keys.stackLists(),
      keys.leases(),
    ])
    .with({ type: 'progress' }, ({ stack, updateId }) => [
      keys.run(stack, updateId),
      keys.updates(stack),
      keys.stackDetail(stack),
      keys.stackLists(),
      keys.leases(),
    ])
    .with({ type: 'log' }, ({ stack, updateId }) => [keys.run(stack, updateId)])
    .with({ type: 'state' }, ({ stack }) => [keys.stack(stack), keys.stackLists(), keys.orphans()])
    .with({ type: 'orphans' }, ({ stack }) => [
      keys.orphans(),
      keys.recoveries(stack),
      keys.stackDetail(stack), // an alarm is part of a stack's health
      keys.stackLists(),
    ])
    .with({ type: 'tokens' }, () => [keys.tokens()])
    .exhaustive()

export type LiveReader = {
  /** One message as it came; what cannot be read counts as missed. */
  read(data: string): void
  stop(): void
}

/**
 * Reads the events in their order and marks data stale. A gap in `seq`, a message that this page does not know and
 * every greeting after the first (a connection was lost, or the server restarted) mark everything.
 * What was told after the first answer and before the first greeting is missed as well.
 * `greeted`: the page joined a connection that another tab keeps, so even the first greeting is a reconnect.
 */
export function createLiveReader(client: QueryClient, greeted?: { seq: number }): LiveReader {
  const marks = staleMarks(client)
  let last = greeted?.seq
  if (greeted && wasToldBefore(greeted.seq)) marks.add([ALL])
  return {
    read(data) {
      const event = parse(data)
      if (!event) return marks.add([ALL])
      const before = event.type === 'hello' ? event.seq : event.seq - 1
      const isMissed = last === undefined ? wasToldBefore(before) : event.type === 'hello' || event.seq > last + 1
      last = event.seq
      if (event.type === 'hello') observeServerTime(event.now)
      marks.add(isMissed ? [ALL] : staleAfter(event))
    },
    stop: marks.stop,
  }
}

/** Marks what the event makes stale, at once. */
export const applyLiveEvent = async (client: QueryClient, event: LiveEvent): Promise<void> => {
  await Promise.all(staleAfter(event).map((queryKey) => client.invalidateQueries({ queryKey })))
}

function parse(data: string): LiveEvent | undefined {
  try {
    return LiveEvent.parse(JSON.parse(data))
  } catch {
    return undefined
  }
}
