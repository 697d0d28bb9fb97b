import { type Changes, createFolding } from '#domain/events/changes.ts'
import type { EngineEvent } from '#domain/events/engineEvents.ts'

/** The result of folding a list of events that arrives at once. */
export function foldEvents(events: readonly EngineEvent[], { ended }: { ended: boolean }): Changes {
  const folding = createFolding()
  folding.add(events)
  return folding.changes({ ended })
}
