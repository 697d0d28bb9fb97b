import { useState } from 'react'
import type { PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { type Answers, isAnswered } from './answers.ts'

type Props = {
  /** Those that the filter shows. */
  items: readonly PendingItem[]
  answers: Answers
  onAnswer: (keys: readonly string[], answer: PendingAnswer) => void
  onState: (keys: readonly string[], statement: string) => void
}

type Choice = PendingAnswer | 'none'

/** The same answer for several that were looked at together: those that the filter shows and nobody has answered yet. */
export function BulkAnswer({ items, answers, onAnswer, onState }: Props) {
  const [choice, setChoice] = useState<Choice>('none')
  const [statement, setStatement] = useState('')
  const targets = items.filter(
    (item) => !isAnswered(answers, item) && item.answers.some(({ answer }) => answer === choice),
  )
  return (
    <Disclosure summary="Answer in bulk">
      <p className="max-w-prose text-muted">
        Applies to the listed operations that you have not answered yet and that have this answer. Use it only for what
        you have checked.
      </p>
      <div className="flex max-w-prose flex-col gap-3">
        <SelectField label="Answer" value={choice} onChange={setChoice} options={optionsOf(items)} />
        <LongText
          label="What did you check?"
          hint="Saved in the audit log for each of them."
          value={statement}
          onChange={setStatement}
        />
        <div>
          <Button
            blocked={
              choice === 'none'
                ? 'Choose an answer first.'
                : targets.length === 0
                  ? 'No unanswered operation in the list has this answer.'
                  : undefined
            }
            onClick={() => {
              if (choice === 'none') return
              const keys = targets.map(({ key }) => key)
              onAnswer(keys, choice)
              if (statement.trim() !== '') onState(keys, statement)
            }}
          >
            Answer {counted(targets.length, 'operation')}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}

/** What any of them offers, in the words of the first that does. */
function optionsOf(items: readonly PendingItem[]): { value: Choice; label: string }[] {
  const offered = new Map<PendingAnswer, string>()
  for (const item of items)
    for (const { answer, label } of item.answers) if (!offered.has(answer)) offered.set(answer, label)
  return [{ value: 'none', label: 'Choose an answer' }, ...[...offered].map(([value, label]) => ({ value, label }))]
}
