import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import { ResourceDetails } from '#src/features/resources/ResourceDetails.tsx'
import { EntryActions } from './EntryActions.tsx'
import type { GraphState } from './useGraph.ts'

type Props = {
  stack: StackRef
  graph: Pick<GraphState, 'entries' | 'selected' | 'select' | 'linkTo' | 'past'>
  /** Links to further questions about the resource. */
  questions: ReactNode
}

/** The selected resource, next to the map or an answer; nothing if none is selected. */
export function GraphDetails({ stack, graph: { entries, selected, select, linkTo, past }, questions }: Props) {
  if (selected < 0) return null
  return (
    <ResourceDetails
      key={entries.urnOf(selected)}
      stack={stack}
      entries={entries}
      index={selected}
      version={past}
      linkTo={linkTo}
      onClose={() => select(-1)}
      // The actions change the current state.
      actions={past === undefined && <EntryActions stack={stack} entries={entries} index={selected} />}
      questions={questions}
      className="border-line max-md:border-t md:w-80 md:shrink-0 md:border-l lg:w-88"
    />
  )
}
