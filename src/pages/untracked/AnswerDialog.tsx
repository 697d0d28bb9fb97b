import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UntrackedResource, UntrackedAnswer } from '#contract/untracked.ts'
import { fullName } from '#domain/stackName.ts'
import { answerUntracked, untrackedQueries } from '#src/api/untracked.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { RefusedNotice } from '#src/features/untracked/RefusedNotice.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { list, number, plural } from '#words/counts.ts'
import { answerWords } from './words.ts'

const ANSWERS = (Object.keys(answerWords) as UntrackedAnswer[]).map((value) => ({ value, ...answerWords[value] })) // its own keys

type Props = { resources: readonly UntrackedResource[]; onClose: (isDone: boolean) => void }

/** Answers for one or several resources: the outcome, and where the user looked. No answer is preselected. */
export function AnswerDialog({ resources, onClose }: Props) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState<UntrackedAnswer>()
  const [statement, setStatement] = useState('')
  const stacks = Map.groupBy(resources, ({ stack }) => fullName(stack))
  const [one] = resources
  const whyNot = useWhyNot('change', one && stacks.size === 1 ? { ref: one.stack } : undefined)
  const trimmed = statement.trim()
  const resolve = useMutation({
    mutationFn: async () => {
      if (answer === undefined) return
      for (const [first, ...more] of stacks.values()) {
        if (!first) continue
        const ids = [first, ...more].map(({ id }) => id)
        await answerUntracked(first.stack, { ids, answer, statement: trimmed })
      }
    },
    onSuccess: () => onClose(true),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: untrackedQueries.all() })
      for (const { stack } of resources) void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
    },
  })
  const names = resources.map(({ name }) => name)
  return (
    <ConfirmDialog
      title={plural(
        resources.length,
        `What happened to ${one?.name}?`,
        `What happened to these ${number(resources.length)} resources?`,
      )}
      verb="Record"
      blocked={
        whyNot ?? (answer === undefined ? 'Choose an outcome.' : trimmed === '' ? 'Enter what you checked.' : undefined)
      }
      action={resolve}
      onClose={() => onClose(false)}
      sticky
    >
      <p className="text-muted wrap-anywhere">
        {names.slice(0, 8).join(', ')}
        {names.length > 8 && ` and ${names.length - 8} more`}, of {list(stacks.keys())}. The state and your cloud
        resources do not change.
      </p>
      <RadioCards label="Answer" options={ANSWERS} value={answer} onChange={setAnswer} />
      <LongText
        label="What did you check?"
        hint="Saved with your name. Include account and region."
        value={statement}
        onChange={setStatement}
      />
      {resolve.error && <RefusedNotice error={resolve.error} />}
    </ConfirmDialog>
  )
}
