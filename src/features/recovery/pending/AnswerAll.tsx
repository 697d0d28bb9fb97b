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

/** Fewer that do not have the same answers are quicker answered one by one than read here. */
const MANY = 5

/** Gives one answer to all listed operations that are still open; not to those answered, or left for their adoption. */
export function AnswerAll({ problems, choices, dispatch }: Props) {
  const open = problems.filter((problem) => !optionOf(problem, choices) && choices[problem.id]?.option === undefined)
  // What changes nothing comes first: a careless first click must not clear anything.
  const shared = offeredToSeveral(open, choices, ({ option }) => option.title).toSorted(
    (a, b) => Number(a.option.level > 0) - Number(b.option.level > 0),
  )
  if (shared.length === 0) return null
  const isSame = shared.every(({ problems: same }) => same.length === open.length)
  if (!isSame && open.length < MANY) return null
  return (
    <div role="group" aria-label="Answer in bulk" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-sm text-muted">{titleOf(open.length, problems.length, isSame)}:</span>
      <div className="flex flex-wrap gap-1">
        {shared.map(({ key, option, problems: same }) => (
          <Button
            key={key}
            size="sm"
            onClick={() => dispatch({ type: 'chosen', choices: same.map(({ id }) => ({ id, option: option.id })) })}
          >
            {option.title}
            {!isSame && (
              <span className="text-muted">
                ({same.length === open.length && 'all '}
                {number(same.length)})
              </span>
            )}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Which operations the answers below are for; those that not all have say for how many. */
function titleOf(open: number, of: number, isSame: boolean): string {
  if (!isSame) return 'Same answer for several'
  return open === of ? `Same answer for all ${number(open)}` : `For the other ${number(open)}`
}
