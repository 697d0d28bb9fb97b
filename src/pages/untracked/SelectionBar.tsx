import type { UntrackedResource } from '#contract/untracked.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { number } from '#words/counts.ts'
import { mayAnswer } from './words.ts'

/** The resources of the page, which of them are selected by `id`, and what to do with the selection. */
export type Selection = {
  resources: readonly UntrackedResource[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onAnswer: (resources: readonly UntrackedResource[]) => void
}

/** Selects all, and resolves the selected ones; nothing where there is only one to answer. */
export function SelectionBar({ resources, chosen, onChoose, onAnswer }: Selection) {
  const answerable = resources.filter(mayAnswer)
  const picked = answerable.filter(({ id }) => chosen.has(id))
  if (answerable.length < 2) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Checkbox
        label={`Select all ${number(answerable.length)}`}
        checked={picked.length === answerable.length}
        indeterminate={picked.length > 0 && picked.length < answerable.length}
        onChange={(isChosen) => onChoose(new Set(isChosen ? answerable.map(({ id }) => id) : []))}
      />
      <Button
        size="sm"
        blocked={picked.length === 0 ? 'Choose some first.' : undefined}
        onClick={() => onAnswer(picked)}
      >
        {picked.length === 0 ? 'Resolve selected…' : `Resolve ${number(picked.length)}…`}
      </Button>
    </div>
  )
}
