import type { StackRef } from '#contract/common.ts'
import type { Neighbourhood } from '#domain/graphQueries/neighbourhood.ts'
import type { Relations } from '#domain/graphQueries/relations.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import type { Exports } from '../useExports.ts'
import type { LastUpdate } from './lastTouch.ts'
import type { Focus } from './useFocus.ts'

export type FocusProps = {
  relations: Relations
  entries: Entries
  focus: Focus
  last: LastUpdate | null | undefined
}

/** What shows a neighbourhood, whichever way. */
export type NeighbourhoodProps = FocusProps & {
  neighbourhood: Neighbourhood
  /** Address of the focus itself. */
  centreLink: (urn: string) => string
}

/** Props of an answer that can be saved: a blast radius, a path. */
export type AnswerProps = FocusProps & {
  stack: StackRef
  exports: Exports
}
