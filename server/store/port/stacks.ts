import type { Health, StackFilter } from '#contract/stacks.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { HiddenOrgs } from './hiddenOrgs.ts'
import type { StateRow } from './states.ts'
import type { TagFilter } from './tagFilter.ts'
import type { UpdateRow } from './updates.ts'

// Stacks, lists of them, maintenance locks and waiting clients.

export type StackRow = {
  id: string
  org: string
  project: string
  name: string
  tags: Record<string, string>
  createdAt: number
  /** The last version number assigned; numbers are never reused. */
  version: number
  /** The current state; null if there is none yet. */
  stateId: string | null
  /** The most recently started update other than a preview, running or ended. */
  latestUpdateId: string | null
  /** The update that holds the lease. */
  holderId: string | null
  /** Number of alarms that no one has acknowledged: resources left the state, or two entries have one object. */
  openAlarms: number
  /** The maintenance lock; after its `until` it has no effect, even before it is removed. */
  lock: StackLock | null
  /** The stack's data key, wrapped by the master key and bound to the stack's id. */
  wrappedKey: string
  deletedAt: number | null
  /** The connected backend in which it is kept; null for Holdfast's own. Such a stack has no data key. */
  backendId: string | null
  /** What it is there, as last seen; null for Holdfast's own. */
  elsewhere: Elsewhere | null
}

/** Fields of a stack that has neither state nor updates. */
export const NO_UPDATES_YET = {
  version: 0,
  stateId: null,
  latestUpdateId: null,
  holderId: null,
  openAlarms: 0,
  lock: null,
  deletedAt: null,
  backendId: null,
  elsewhere: null,
} as const satisfies Partial<StackRow>

/** A maintenance lock: its holder, reason and end. */
export type StackLock = {
  id: string
  login: string
  /** Null for a user in a browser. */
  tokenName: string | null
  userAgent: string
  address: string | null
  reason: string
  since: number
  until: number
}

/** A client that waits for a stack's lease. */
export type TicketRow = {
  /** The ticket with which the client asks again. */
  id: string
  stackId: string
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
  since: number
  /** When the client counts as gone, unless it asks again. */
  expiresAt: number
  /** When the client was notified of its turn; until it expires, no client behind it is notified. */
  notifiedAt: number | null
}

export type StackName = { org: string; project: string; name: string }

export type StackListing = StackRow & { state: StateRow | null; latest: UpdateRow | null }

export type StackListFilter = { org?: string; project?: string; includeDeleted?: boolean }

/**
 * A stack in a list; `orphanedUpdate` is its newest expired, unresolved update, if it is relevant, and
 * `brokenReferences` are the stacks that its state reads and that do not exist, as `org/project/name`.
 */
export type ListedStack = StackListing & {
  orphanedUpdate: UpdateRow | null
  brokenReferences: string[]
  /** The newest refusals because of the update that holds its lease; at most `MAX_REFUSALS`. */
  refusals: Refusal[]
}

/** Someone was refused because another update holds the lease. */
export type Refusal = { login: string; at: number }
export const MAX_REFUSALS = 50

/** The stacks of which a stack's current state reads outputs. */
export type ReferencesRow = { stackId: string; stateId: string; names: string[] }

/** What the console's query translates: this has the same under a name of its own. */
type Translated = 'search' | 'health' | 'tag' | 'group' | 'page' | 'runs'

/** Selects live stacks and their order; by name among equals. The rest of the console's query is passed on as it is. */
export type StackPageFilter = Omit<StackFilter, Translated> & {
  tag?: TagFilter
  /** Only stacks without this tag. */
  withoutTag?: string
  /** Each word must occur in the name, in a tag (`name=value`) or in the health; ignores case. */
  words?: readonly string[]
  healthIn?: readonly Health[]
  /** Only stacks with a started update other than a preview. */
  wasUpdated?: boolean
  hiddenOrgs?: HiddenOrgs
  /** The current time, epoch milliseconds: it decides on the verdict of a lease. */
  now: number
  /** Seconds without progress after which a client counts as not progressing. */
  notProgressingAfterS: number
  /** Lists stacks by group; `sort` orders them within it. */
  groupBy?: Grouping
  limit: number
  offset: number
}
/** A filter without paging. */
export type StackTallyFilter = Omit<StackPageFilter, 'sort' | 'limit' | 'offset'>
/** How stacks are grouped: by project, or by the value of a tag; stacks without the tag come last. */
export type Grouping = 'project' | { tag: string }
/** Number of stacks of a group with a health; `group` is null for stacks without the tag, and without grouping. */
export type TallyRow = { group: string | null; health: Health; count: number }

/** Selects live stacks, by org, project and name; `after` is the last one of the page before. */
export type StackLineFilter = {
  org?: string
  project?: string
  tag?: TagFilter
  hiddenOrgs?: HiddenOrgs
  after?: StackName
  limit: number
}

/** The fields that `pulumi stack ls` shows. */
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
  /** Each with the current state and the latest update other than a preview, sorted by org, project, name. */
  stacks(filter: StackListFilter): Promise<StackListing[]>
  /** A page of live stacks, and the total number. */
  stackPage(filter: StackPageFilter): Promise<{ stacks: ListedStack[]; total: number }>
  /** The number of stacks by group and health, without zeros. */
  stackTallies(filter: StackTallyFilter): Promise<TallyRow[]>
  /** The number of live stacks. */
  stackCount(hiddenOrgs?: HiddenOrgs): Promise<number>
  stackLines(filter: StackLineFilter): Promise<StackLine[]>
  /** The live ones of these stacks, in no order. */
  listedStacks(ids: readonly string[]): Promise<ListedStack[]>
  /** References of live stacks, in no order; stacks without references have no row. */
  stackReferences(hiddenOrgs?: HiddenOrgs): Promise<ReferencesRow[]>
  /** Of live stacks, sorted. */
  projects(hiddenOrgs?: HiddenOrgs): Promise<string[]>
  /** Of live stacks, sorted. */
  organizations(hiddenOrgs?: HiddenOrgs): Promise<string[]>
  /** The tags of live stacks without those of the CLI (`isSystemTag`), each name and value once, sorted. */
  tags(page: { limit: number; hiddenOrgs?: HiddenOrgs }): Promise<Required<TagFilter>[]>
  /** Live stacks with a lock, expired ones included, sorted by org, project, name. */
  lockedStacks(): Promise<StackRow[]>
  /** In order of arrival, including clients that are gone. */
  queue(stackId: string): Promise<TicketRow[]>
}

export interface StackWriter {
  /** Locks a stack until the end of this transaction; waits while another transaction has it locked. */
  lockStack(id: string): Promise<StackRow | undefined>
  /** Locks the stack of an update and returns both: everything that a call of an update needs, in one query. */
  holdUpdate(id: string): Promise<{ stack: StackRow; update: UpdateRow } | undefined>
  /** Throws `TakenError` if a live stack has the name. */
  insertStack(row: StackRow): Promise<void>
  /** Throws `TakenError`, too. */
  patchStack(id: string, patch: Partial<Omit<StackRow, 'id'>>): Promise<void>
  /** Inserts the row, or replaces the one with this id. */
  putTicket(row: TicketRow): Promise<void>
  /** Deletes the waiting clients of all stacks that expired by `now`. */
  dropTickets(now: number): Promise<void>
}
