import type { IndexedResource } from '#domain/search/indexedResource.ts'
import type { Needle } from '#domain/search/needles.ts'
import type { HiddenOrgs } from './hiddenOrgs.ts'
import type { StackName } from './stacks.ts'
import type { UpdateRow } from './updates.ts'

/** The search index as stores keep it. Derived from states, some moments after they change. */

/**
 * The indexed state of a stack's resources; `step` counts the changes, so that concurrent indexers detect each other.
 */
export type IndexMark = { stateId: string | null; rules: number; step: number }

/** A stack whose current state is not the indexed one; null: it has no state, or was deleted. */
export type StaleIndex = { stackId: string; stateId: string | null }

export type KeptResource = IndexedResource & { seq: number }

export type IndexChange = {
  /** `step` of the mark on which this change is based; 0 without one. */
  step: number
  /** The `seq` of each row to remove. */
  remove: readonly number[]
  add: readonly IndexedResource[]
  /** Set with the last part of the change. */
  done?: Pick<IndexMark, 'stateId' | 'rules'> | undefined
}

export type ResourceFilter = {
  /** Each needle occurs in the folded name, ID and type, one line each. */
  needles: readonly Needle[]
  /** Substrings of the folded type and ID. */
  type?: string | undefined
  id?: string | undefined
  isProtected?: boolean | undefined
  /** Substring of the folded `org/project/stack`, a project and stack, or one stack. */
  stack?: { part: string } | { project: string; name: string } | { id: string } | undefined
  /** Only resources with exactly this name and type, and parent type. */
  exactly?: Pick<IndexedResource, 'name' | 'type' | 'parentType'> | undefined
  hiddenOrgs?: HiddenOrgs
  limit: number
  /** At most so many rows are examined. */
  examine: number
}

/** The rows found; `isComplete` is false if there may be more, because the limit of examined rows was reached. */
export type Found<Row> = { rows: Row[]; examined: number; isComplete: boolean }

/** A resource of a live stack. */
export type FoundResource = IndexedResource & { stack: StackName & { id: string } }

export interface SearchReader {
  indexMark(stackId: string): Promise<IndexMark | undefined>
  /** Ascending by `seq`. */
  indexed(stackId: string, page: { after: number; limit: number }): Promise<KeptResource[]>
  /** Some stale indexes, in no order. */
  staleIndexes(options: { rules: number; limit: number }): Promise<StaleIndex[]>
  /** The first matches found, in no order. */
  findResources(filter: ResourceFilter): Promise<Found<FoundResource>>
  /** Runs of live stacks whose message, user, commit, branch or build contains the needles, newest first. */
  findRuns(filter: {
    needles: readonly Needle[]
    hiddenOrgs?: HiddenOrgs
    limit: number
    examine: number
  }): Promise<Found<UpdateRow>>
}

export interface SearchWriter {
  /** Returns false, and changes nothing, if someone else has changed the index of the stack meanwhile. */
  changeIndex(stackId: string, change: IndexChange): Promise<boolean>
}
