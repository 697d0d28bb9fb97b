import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { match } from 'ts-pattern'
import { LiveEvent } from '#contract/events.ts'
import { observeServerTime } from '#src/lib/serverClock.ts'
import { deletedStackQueries } from './deletedStacks.ts'
import { leaseQueries } from './leases.ts'
import { lockQueries } from './locks.ts'
import { orphanQueries } from './orphans.ts'
import { recoveryQueries } from './recoveries.ts'
import { wasToldBefore } from './seenSeq.ts'
import { sessionQueries } from './session.ts'
import { stackQueries } from './stacks.ts'
import { staleMarks } from './staleMarks.ts'
import { updateQueries } from './updates.ts'

/** Everything. */
const ALL: QueryKey = []

/** Which data an event makes stale; it never carries the data itself. */
export const staleAfter = (event: LiveEvent): readonly QueryKey[] =>
  match(event)
    .with({ type: 'hello' }, () => [])
    .with({ type: 'stack' }, ({ stack, what }) => [
      stackQueries.one(stack),
      stackQueries.lists(),
      leaseQueries.all(),
      ...(what === 'changed' ? [] : [deletedStackQueries.all()]),
    ])
    .with({ type: 'update' }, ({ stack }) => [stackQueries.one(stack), stackQueries.lists(), leaseQueries.all()])
    .with({ type: 'lease' }, { type: 'lock' }, ({ stack }) => [
      stackQueries.detail(stack).queryKey,
      lockQueries.log(stack).queryKey,
      recoveryQueries.all(stack),
      stackQueries.lists(),
      leaseQueries.all(),
    ])
    .with({ type: 'progress' }, ({ stack, updateId }) => [
      updateQueries.run(stack, updateId),
      updateQueries.all(stack),
      stackQueries.detail(stack).queryKey,
      stackQueries.lists(),
      leaseQueries.all(),
    ])
    .with({ type: 'log' }, ({ stack, updateId }) => [updateQueries.run(stack, updateId)])
    .with({ type: 'state' }, ({ stack }) => [stackQueries.one(stack), stackQueries.lists(), orphanQueries.all()])
    .with({ type: 'orphans' }, ({ stack }) => [orphanQueries.all(), recoveryQueries.all(stack)])
    .with({ type: 'tokens' }, () => [sessionQueries.tokens().queryKey])
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
