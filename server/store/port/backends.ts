import type { HiddenOrgs } from './hiddenOrgs.ts'
import type { BackendKind, BackendMeta, LayoutWord, SeenBy } from '#contract/backends.ts'
import type { StackRow } from './stacks.ts'
import type { StateRow } from './states.ts'

// Connected backends.

export type BackendRow = {
  id: string
  /** The organization under which its stacks appear. */
  org: string
  kind: BackendKind
  /** As for `pulumi login`; a password in it is replaced by `****` and never stored. */
  address: string
  keepsCopies: boolean
  /** Who sees its organization without a role that was given there. */
  seenBy: SeenBy
  /** By whom it was connected: in the console, by the setting, or on the command line. */
  source: 'console' | 'setting' | 'start'
  connectedAt: number
  connectedBy: string
  layout: LayoutWord | null
  /** Null if `meta.yaml` cannot be read, or was not yet. */
  meta: BackendMeta | null
  /** When it was last read completely. */
  seenAt: number | null
  /** Why not since: one sentence. */
  problem: string | null
}

export interface BackendReader {
  backends(): Promise<BackendRow[]>
  backendOf(org: string): Promise<BackendRow | undefined>
  /** The stacks mirrored from a backend, deleted ones included, in no order. */
  mirroredStacks(backendId: string): Promise<StackRow[]>
  /** Live mirrored stacks that are locked, or written without a lock, by name. */
  lockedElsewhere(limit: number, hiddenOrgs?: HiddenOrgs): Promise<StackRow[]>
  lockedElsewhereCount(hiddenOrgs?: HiddenOrgs): Promise<number>
}

export interface BackendWriter {
  insertBackend(row: BackendRow): Promise<void>
  patchBackend(id: string, patch: Partial<Omit<BackendRow, 'id'>>): Promise<void>
  deleteBackend(id: string): Promise<void>
  /** Of states of mirrored stacks only: what other stores number and record once is found out later there. */
  patchState(id: string, patch: Partial<Pick<StateRow, 'version' | 'updateId'>>): Promise<void>
  /** Removes a state of a mirrored stack with its row; `at`: epoch milliseconds. */
  deleteState(id: string, at: number): Promise<void>
  /** Removes all rows of a mirrored stack, for good. */
  deleteMirror(stackId: string): Promise<void>
}
