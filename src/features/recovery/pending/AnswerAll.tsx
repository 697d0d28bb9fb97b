import type { Dispatch } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { number } from '#words/counts.ts'
import type { Event } from '../wizard/decisions.ts'
import { type Choices, type Decidable, optionOf } from '../change/choices.ts'
import { offeredToSeveral } from '../change/groups.ts'

type Props = {
  /** The operations that pass the filter. */
  problems: readonly Decidable[]
  choices: Choices
  dispatch: Dispatch<Extract<Event, { type: 'chosen' }>>
}

/** Gives one answer to all listed operations that are still open. Existing answers do not change. */
export function AnswerAll({ problems, choices, dispatch }: Props) {
  const open = problems.filter((problem) => !optionOf(problem, choices))
  const shared = offeredToSeveral(open, choices, ({ option }) => option.title)
  if (shared.length === 0) return null
  return (
    <div role="group" aria-label="Answer in bulk" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-sm text-muted">
        {open.length === problems.length
          ? `Same answer for all ${number(open.length)}`
          : `For the other ${number(open.length)}`}
        :
      </span>
      <div className="flex flex-wrap gap-1">
        {shared.map(({ key, option, problems: same }) => (
          <Button
            key={key}
            size="sm"
            onClick={() => dispatch({ type: 'chosen', choices: same.map(({ id }) => ({ id, option: option.id })) })}
          >
            {option.title}
            {same.length < open.length && <span className="text-muted">({number(same.length)})</span>}
          </Button>
        ))}
      </div>
    </div>
  )
}
