import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useState } from 'react'
import { maskValue } from '#domain/state/secrets.ts'
import type { ShownOption, ShownProblem } from '#src/features/offline/offlineApi.ts'
import { counted, number } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { Status } from '#src/ui/Status.tsx'

/** More than this are shown on request: a state may have ten thousand problems. */
const PAGE = 20

type Choices = Readonly<Record<string, string>>
type Props = { problems: readonly ShownProblem[]; choices: Choices; onChange: (choices: Choices) => void }

/** The selection with the recommended fix of each problem that has none yet. */
export const withRecommended = (problems: readonly ShownProblem[], choices: Choices): Choices => ({
  ...Object.fromEntries(problems.flatMap(({ id, suggested }) => (suggested === undefined ? [] : [[id, suggested]]))),
  ...choices,
})

/** The problems, each with its repairs. None is preselected. */
export function RepairCard({ problems, choices, onChange }: Props) {
  const [limit, setLimit] = useState(PAGE)
  const open = problems.filter(({ id }) => choices[id] === undefined).length
  return (
    <Card
      title={`Repairs (${number(problems.length)})`}
      actions={
        Object.keys(choices).length > 0 && (
          <Button size="sm" look="plain" onClick={() => onChange({})}>
            Clear the selection
          </Button>
        )
      }
    >
      <p role="status" className="mb-4 text-muted">
        {open === 0
          ? 'Every problem has a fix.'
          : 'Select a fix for each. Nothing is preselected, and a preview follows before you download.'}
      </p>
      <ol className="flex flex-col gap-6">
        {problems.slice(0, limit).map((problem) => (
          <li key={problem.id} className="min-w-0">
            <Problem
              problem={problem}
              chosen={choices[problem.id]}
              onChoose={(option) => onChange({ ...choices, [problem.id]: option })}
            />
          </li>
        ))}
      </ol>
      {problems.length > limit && (
        <div className="mt-4">
          <ShowMore shown={limit} total={problems.length} step={PAGE} onMore={setLimit} size="md" />
        </div>
      )}
    </Card>
  )
}

type ProblemProps = { problem: ShownProblem; chosen: string | undefined; onChoose: (option: string) => void }

function Problem({ problem, chosen, onChoose }: ProblemProps) {
  const { title, options, suggested, findings, advice, cycle } = problem
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold wrap-anywhere">{title}</h3>
      {cycle && <p className="text-sm wrap-anywhere text-muted">{[...cycle, cycle[0]].join(' → ')}</p>}
      {advice !== undefined && <p className="max-w-prose">{advice}</p>}
      {findings.length > 0 && (
        <Disclosure summary={`CLI messages: ${counted(findings.length, 'error')}`}>
          <ul className="flex flex-col gap-1">
            {findings.slice(0, 10).map(({ message }, index) => (
              <li key={index}>
                <Mono>{message}</Mono>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {options.length > 0 && (
        <RadioCards
          label={`How to fix it: ${title}`}
          hideLabel
          isGrid
          value={chosen}
          onChange={onChoose}
          options={options.map((option) => ({
            value: option.id,
            title: (
              <span className="wrap-anywhere">
                {option.title}
                {option.id === suggested && <span className="font-normal text-muted"> (recommended)</span>}
              </span>
            ),
            description: <Consequence option={option} />,
          }))}
        />
      )}
    </div>
  )
}

const Consequence = ({ option: { risk, stopAndAsk, urnsChanged = [], differences = [] } }: { option: ShownOption }) => (
  <>
    <span className="block wrap-anywhere">{risk}</span>
    {stopAndAsk !== undefined && (
      <Status tone="attention" className="whitespace-normal! wrap-anywhere">
        Ask first: {stopAndAsk}
      </Status>
    )}
    {differences.length > 0 && (
      <span className="block wrap-anywhere">
        The two differ in {differences.map(({ key, was, is }) => `${key} (${brief(was)} → ${brief(is)})`).join(', ')}.
      </span>
    )}
    {urnsChanged.slice(0, 3).map(({ from, alias }) => (
      <span key={from} className="block font-mono wrap-anywhere">
        {alias}
      </span>
    ))}
    {urnsChanged.length > 3 && (
      <span className="block">and {urnsChanged.length - 3} more aliases, listed at the end</span>
    )}
  </>
)

const brief = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(maskValue(value)) ?? ''
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
