import type { Health, StackSort } from '#contract/stacks.ts'
import type { StateRow } from './states.ts'
import type { UpdateRow } from './updates.ts'

// Stacks, lists of them, who holds one for maintenance and who waits for one.

export type StackRow = {
  id: string
  org: string
  project: string
  name: string
  tags: Record<string, string>
  createdAt: number
  /** The last version number given out; numbers are never reused. */
  version: number
  /** The current state; null before the first. */
  stateId: string | null
  /** The most recently started real update, running or ended. */
  latestUpdateId: string | null
  /** The real update that holds the lease. */
  holderId: string | null
  /** Alarms that no one has acknowledged: resources left the state, or one object has two names. */
  openAlarms: number
  /** Held for maintenance; past its `until` it holds nothing any more, even before it is removed. */
  lock: StackLock | null
  /** The stack's data key, wrapped by the master key and bound to the stack's id. */
  wrappedKey: string
  deletedAt: number | null
}

/** Who holds a stack for maintenance, why, and until when. */
export type StackLock = {
  id: string
  login: string
  /** Null for a person in a browser. */
  tokenName: string | null
  userAgent: string
  address: string | null
  reason: string
  since: number
  until: number
}

/** Someone who waits for a stack's lease. */
export type WaiterRow = {
  /** The ticket by which they ask again. */
  id: string
  stackId: string
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
  since: number
  /** When they are taken to have gone away, unless they ask again. */
  expiresAt: number
  /** When they were notified of their turn; until they expire, no one behind them is. */
  toldAt: number | null
}

export type StackName = { org: string; project: string; name: string }

export type StackListing = StackRow & { state: StateRow | null; latest: UpdateRow | null }

export type StackListFilter = { org?: string; project?: string; includeDeleted?: boolean }

/** A stack in a list; `orphanedUpdate` is its newest update that expired and no one settled, where that says something. */
export type ListedStack = StackListing & { orphanedUpdate: UpdateRow | null }

/** Which stacks the current state of one reads outputs of; null for states that were stored before this was kept. */
export type ReferencesRow = { stackId: string; stateId: string; hash: string; names: string[] | null }

export type TagFilter = { name: string; value?: string }

/** Which live stacks, in which order; by name among equals. */
export type StackPageFilter = {
  org?: string
  project?: string
  tag?: TagFilter
  /** Each must occur in the name, in a tag (`name=value`) or in the health, in any case. */
  words?: readonly string[]
  healths?: readonly Health[]
  /** Only those that a real update was started of. */
  wasUpdated?: boolean
  /** Epoch milliseconds: whether a lease is suspect depends on it. */
  now: number
  /** Stacks of a group are listed together; `sort` orders them within it. */
  groupBy?: Grouping
  sort: StackSort
  limit: number
  offset: number
}
/** The same without a page. */
export type StackTallyFilter = Omit<StackPageFilter, 'sort' | 'limit' | 'offset'>
/** Lists in groups: by project, or by the value of a tag; stacks without the tag come last. */
export type Grouping = 'project' | { tag: string }
/** How many stacks of a group have a health; `group` is null for stacks without the tag, and where no group is asked for. */
export type TallyRow = { group: string | null; health: Health; count: number }

/** Which live stacks, by org, project and name; `after` is the last one of the page before. */
export type StackLineFilter = { org?: string; project?: string; tag?: TagFilter; after?: StackName; limit: number }

/** The little that `pulumi stack ls` shows. */
export type StackLine = StackName & {
  id: string
  isHeld: boolean
  lastStartedAt: number | null
  resourceCount: number
}

/** A live stack with this name exists. */
export class TakenError extends Error {}

export interface StackReader {
  /** Live (not deleted) stacks only. */
  stack(name: StackName): Promise<StackRow | undefined>
  stackById(id: string): Promise<StackRow | undefined>
  /** With the current state and the latest real update, sorted by org, project, name. */
  stacks(filter: StackListFilter): Promise<StackListing[]>
  /** A page of the live stacks, and how many there are in all. */
  stackPage(filter: StackPageFilter): Promise<{ stacks: ListedStack[]; total: number }>
  /** How many stacks have which health, group by group; those that are none are left out. */
  stackTallies(filter: StackTallyFilter): Promise<TallyRow[]>
  /** Of live ones. */
  stackCount(): Promise<number>
  stackLines(filter: StackLineFilter): Promise<StackLine[]>
  /** The live ones of these, in no order. */
  listedStacks(ids: readonly string[]): Promise<ListedStack[]>
  /** Of live stacks, in no order; of those that read nothing there is no row. */
  stackReferences(): Promise<ReferencesRow[]>
  /** Of live stacks, sorted. */
  projects(): Promise<string[]>
  /** Of live stacks, sorted. */
  organizations(): Promise<string[]>
  /** Live stacks that have a lock, also one whose end has come, sorted by org, project, name. */
  lockedStacks(): Promise<StackRow[]>
  /** In the order of their arrival, also those who have gone away. */
  waiters(stackId: string): Promise<WaiterRow[]>
}

export interface StackWriter {
  /** Waits until no other transaction holds this stack, then holds it to the end of this one. */
  lockStack(id: string): Promise<StackRow | undefined>
  /** An update and its stack, held too: all that a call inside an update decides by, in one question. */
  holdUpdate(id: string): Promise<{ stack: StackRow; update: UpdateRow } | undefined>
  /** Throws `TakenError` when a live stack has the name. */
  insertStack(row: StackRow): Promise<void>
  /** Throws `TakenError`, too. */
  patchStack(id: string, patch: Partial<Omit<StackRow, 'id'>>): Promise<void>
  /** A new one, or in place of the one with this id. */
  putWaiter(row: WaiterRow): Promise<void>
  /** Forgets those of all stacks who expired by `now`. */
  dropWaiters(now: number): Promise<void>
}
