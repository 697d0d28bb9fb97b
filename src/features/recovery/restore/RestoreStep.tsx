import type { ReactNode } from 'react'
import type { Guide, Problem } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { OptionSummary } from '../change/OptionSummary.tsx'
import { EvidenceList } from '../effect/EvidenceList.tsx'

type Props = {
  version: number
  /** The server's comparison of the version with the current state; undefined if the version's state is not kept. */
  problem: Problem | undefined
  chosen: string | undefined
  guide: Guide | null
  diff: ReactNode
  onChoose: (option: string) => void
}

/** What a restore brings back, and what happens to resources added since. */
export function RestoreStep({ version, problem, chosen, guide, diff, onChoose }: Props) {
  return (
    <>
      <p className="text-muted">
        Writes the state of version {version} as a new version. Cloud resources don’t change; the current version is
        kept and can be restored in turn.
      </p>
      {problem === undefined ? (
        <Notice tone="attention" announce="none" title={`The state of version ${version} can’t be restored`}>
          It is the current one, or retention has removed it.
        </Notice>
      ) : (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card title={`What changes, from now to version ${version}`} level={3}>
            {diff}
          </Card>
          <div className="flex min-w-0 flex-col gap-4">
            <RadioCards
              label="What happens to resources added since?"
              options={problem.options.map((option) => ({
                value: option.id,
                title: option.title,
                description: <OptionSummary option={option} isSuggested={false} />,
              }))}
              value={chosen}
              onChange={onChoose}
            />
            {problem.evidence.length > 0 && (
              <Disclosure summary={`Evidence (${problem.evidence.length})`}>
                <EvidenceList evidence={problem.evidence} />
              </Disclosure>
            )}
            {guide && (
              <Disclosure summary="CLI commands">
                <TerminalLines lines={guide.steps.flatMap(({ text, commands }) => [`# ${text}`, ...commands])} />
              </Disclosure>
            )}
          </div>
        </div>
      )}
    </>
  )
}
