import type { IndexedResource } from '#domain/search/indexedResource.ts'
import type { IndexMark } from '#server/store/port/search.ts'
import type { Stored } from '../columns.ts'

/**
 * `no` and `stack`: numbers, because they are shorter than a stack's id in a million rows. `runTexts` is keyed by the
 * `seq` of the update.
 */
export type SearchTables = {
  indexedStacks: IndexMark & { no?: number; stackId: string }
  resources: Stored<IndexedResource> & { seq?: number; stack: number }
  runTexts: { seq: number; text: string }
}
