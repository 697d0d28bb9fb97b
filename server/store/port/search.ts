import type { IndexedResource } from '#domain/search/indexedResource.ts'
import type { Needle } from '#domain/search/needles.ts'
import type { StackName } from './stacks.ts'
import type { UpdateRow } from './updates.ts'

/** What a search knows of stacks, as every store keeps it. It follows from states, some moments after them. */

/** How far a stack's resources are indexed; `step` counts the changes, so that two who index know of each other. */
export type IndexMark = { stateId: string | null; rules: number; step: number }

/** A stack whose current state is not the one that is indexed; null: it has none, or was deleted. */
export type StaleIndex = { stackId: string; stateId: string | null }

export type KeptResource = IndexedResource & { seq: number }

export type IndexChange = {
  /** Of the mark that this change was worked out by; 0 without one. */
  step: number
  /** The `seq` of each. */
  remove: readonly number[]
  add: readonly IndexedResource[]
  /** Once all is done. */
  done?: Pick<IndexMark, 'stateId' | 'rules'> | undefined
}

export type ResourceFilter = {
  /** All of them occur in the folded name, ID and type (`searchedText`). */
  needles: readonly Needle[]
  /** Parts of the folded type and ID. */
  type?: string | undefined
  id?: string | undefined
  isProtected?: boolean | undefined
  /** Part of the folded `org/project/stack`, a project and stack, or one stack. */
  stack?: { part: string } | { project: string; name: string } | { id: string } | undefined
  /** Only of this name and this type, with the types that it is in. */
  exactly?: Pick<IndexedResource, 'name' | 'type' | 'parentType'> | undefined
  limit: number
}

/** A resource of a live stack. */
export type FoundResource = IndexedResource & { stack: StackName & { id: string } }

export interface SearchReader {
  indexMark(stackId: string): Promise<IndexMark | undefined>
  /** Ascending by `seq`. */
  indexed(stackId: string, page: { after: number; limit: number }): Promise<KeptResource[]>
  /** Some of them, in no order. */
  staleIndexes(options: { rules: number; limit: number }): Promise<StaleIndex[]>
  /** The first that are found, in no order. */
  findResources(filter: ResourceFilter): Promise<FoundResource[]>
  /** Runs of live stacks whose message, person, commit, branch or build holds the needles, newest first. */
  findRuns(filter: { needles: readonly Needle[]; limit: number }): Promise<UpdateRow[]>
}

export interface SearchWriter {
  /** False, and nothing is changed, when someone else has changed the index of the stack meanwhile. */
  changeIndex(stackId: string, change: IndexChange): Promise<boolean>
}
