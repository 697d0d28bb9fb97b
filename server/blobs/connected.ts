import type { BackendMeta } from '#contract/backends.ts'
import type { ListedStack } from '#domain/backends/diy/layout.ts'
import type { BlobStore, ObjectFacts, Purpose } from './port.ts'

/** Requests of one purpose in the last hour, and in the last day. */
export type Requests = { purpose: Purpose; lastHour: number; lastDay: number }

/** What the last look of this process saw of a stack: one that is the same again needs no query. */
export type KnownStack = { print: string; listed: ListedStack<ObjectFacts> | undefined }

/** What an app keeps of a connected backend: its connection, and what it last saw there. Times are epoch milliseconds. */
export type Connected = {
  address: string
  /** Undefined until it is needed, and after it could not be opened. */
  opened: Promise<{ store: BlobStore; offsetMs: number; unwatch: (() => void) | undefined }> | undefined
  known: Map<string, KnownStack>
  /** What `meta.yaml` said, with its mark; undefined until it was looked at. */
  meta: { mark: string | undefined; says: BackendMeta | null } | undefined
  /** Whether this process has compared all rows with the backend, as it does first. */
  hasSeenRows: boolean
  /** Stacks whose condition changes with time, so that they are judged again at each look. */
  watched: Set<string>
  /** Stacks of which only a former state is left, because they were removed: what is left. */
  removed: Map<string, string>
  /** The end of the last look: looks of one process follow each other. */
  looking: Promise<unknown>
  /** The look at everything that is asked for and has not started. */
  next: Promise<void> | undefined
  isLooking: boolean
  /** Until when this process is the one that looks. */
  turnUntil: number
  failures: number
  /** When to look at all next, and when at the locks. */
  nextAt: number
  nextLocksAt: number
  /** When somebody last looked at one of its stacks, as far as this process knows. */
  viewedAt: number
  /** The `viewedAt` that was last reported to the process that looks. */
  toldAt: number
  /** When a stack that is locked was last locked or written. */
  activeAt: number
  /** When the history of a stack was last asked for, by its name in the backend. */
  openedAt: Map<string, number>
  /** Stacks that were opened, whose history the next look at everything reads; by the same names. */
  opening: Set<string>
  /** `countedForS`: how long it has been counting, at most a day, seconds. */
  counter: { counted(store: BlobStore): BlobStore; requests(): Requests[]; countedForS(): number }
  /** Aborted when it is disconnected. */
  leaving: AbortController
}
