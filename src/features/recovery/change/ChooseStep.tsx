import { type Dispatch, type ReactNode, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Problem } from '#contract/recoveries.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { DecideStep } from '../wizard/DecideStep.tsx'
import type { Event } from '../wizard/decisions.ts'
import { BulkChoice } from './BulkChoice.tsx'
import { type Choices, decided, oneClick } from './choices.ts'
import { isPreselected } from './preselection.ts'
import { ProblemCard } from './ProblemCard.tsx'

type Props = {
  stack: StackRef
  /** What is wrong, if no earlier step says it. */
  intro?: ReactNode
  problems: readonly Problem[]
  /** Number of further problems after these. */
  left: number
  choices: Choices
  /** URNs that another page handed over; empty for none. */
  preselected: ReadonlySet<string>
  dispatch: Dispatch<Event>
}

/** One card for each problem with its options. */
export function ChooseStep({ stack, intro, problems, left, choices, preselected, dispatch }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const wanted = problems.filter((problem) => isPreselected(problem, preselected))
  const isSet = wanted.length > 0
  const chosen = decided(problems, choices).length
  return (
    <DecideStep
      problems={isSet && !showsAll ? wanted : problems}
      words={{ list: 'Problems to decide about', item: 'problem', filter: 'name, type or what is wrong' }}
      many={4}
      page={20}
      intro={
        <>
          {intro}
          <p role="status" className="max-w-prose text-muted">
            {plural(problems.length, '', `${number(chosen)} of ${number(problems.length)} chosen. `)}
            {isSet
              ? `Handed over from the graph: ${counted(wanted.length, 'resource')}. `
              : preselected.size > 0
                ? 'None of the resources from the graph is among them. '
                : 'Nothing is preselected. '}
            Skipped problems stay unchanged.
            {left > 0 && ` ${number(left)} more will be shown once these are resolved.`}
          </p>
          {isSet && wanted.length < problems.length && (
            <Button size="sm" className="self-start" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
              Show all {number(problems.length)}
            </Button>
          )}
        </>
      }
      tools={(shown, filter) => {
        const simple = oneClick(shown, choices)
        return (
          <>
            {(filter || simple.length > 1) && (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                {filter}
                {simple.length > 1 && (
                  <Button onClick={() => dispatch({ type: 'chosen', choices: simple })}>
                    Choose the recommended fix for {counted(simple.length, 'problem')}
                  </Button>
                )}
              </div>
            )}
            <BulkChoice problems={shown} choices={choices} dispatch={dispatch} />
          </>
        )
      }}
      row={(problem) => (
        <ProblemCard stack={stack} problem={problem} choice={choices[problem.id]} dispatch={dispatch} />
      )}
    />
  )
}
