import { type Dispatch, useState } from 'react'
import type { Problem } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Event } from '../wizard/decisions.ts'
import type { Choices } from './choices.ts'
import { offeredToSeveral } from './groups.ts'

type Props = {
  /** The problems that pass the filter. */
  problems: readonly Problem[]
  choices: Choices
  dispatch: Dispatch<Extract<Event, { type: 'chosen' }>>
}

/** Chooses the same option for several problems of one kind that were examined together. */
export function BulkChoice({ problems, choices, dispatch }: Props) {
  const [key, setKey] = useState('')
  const groups = offeredToSeveral(problems, choices)
  const group = groups.find((each) => each.key === key)
  if (groups.length === 0) return null
  const choose = () => {
    if (!group) return
    const ids = group.problems.map(({ id }) => id)
    dispatch({ type: 'chosen', choices: ids.map((id) => ({ id, option: group.option.id })) })
    setKey('')
  }
  return (
    <Disclosure summary="Choose in bulk">
      <p className="max-w-prose text-muted">
        Applies to the listed problems of one kind that you have not decided yet. Use it only for what you have checked.
      </p>
      <div className="flex max-w-prose flex-col gap-3">
        <SelectField
          label="Option"
          value={group ? key : ''}
          onChange={setKey}
          options={[
            { value: '', label: 'Choose a fix' },
            ...groups.map((each) => ({
              value: each.key,
              label: `${each.option.title} (${counted(each.problems.length, 'problem')})`,
            })),
          ]}
        />
        {group && <p className="text-muted">{group.option.risk}</p>}
        <div>
          <Button blocked={group ? undefined : 'Choose a fix first.'} onClick={choose}>
            {group ? `Apply to ${counted(group.problems.length, 'problem')}` : 'Apply'}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}
