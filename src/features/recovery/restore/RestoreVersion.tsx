import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, RecoveryOptions } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { onlyOption, optionOf } from '../change/choices.ts'
import { OptionSummary } from '../change/OptionSummary.tsx'
import { EvidenceDetails } from '../effect/EvidenceDetails.tsx'
import { RecoveryWizard } from '../wizard/RecoveryWizard.tsx'
import { type Decisions, refreshOptions, useDecisions } from '../wizard/useDecisions.ts'

type Props = {
  stack: StackRef
  version: number
  /** The current options for restoring this version: none if its state is not kept. */
  options: RecoveryOptions
  diagnosis: Diagnosis
  /** The differences between the current state and that version. */
  diff: ReactNode
}

/** Restores the state of an earlier version: the differences, their number, and the usual confirmation. */
export function RestoreVersion({ stack, version, options: now, diagnosis, diff }: Props) {
  const { recovery } = now
  const decisions = useDecisions({
    stack,
    recovery,
    now,
    refresh: refreshOptions(stack, recovery, version),
    start: (read, kept) => ({ ...onlyOption(read), ...kept }),
  })
  return (
    <RecoveryWizard
      stack={stack}
      recovery={recovery}
      diagnosis={diagnosis}
      decisions={decisions}
      question={`Restore version ${version}`}
      answer={<RestoreStep stack={stack} version={version} decisions={decisions} guide={now.guide} diff={diff} />}
      open={openFor(version, decisions.problems)}
      asking={{ needsAll: false, none: 'Choose what happens to newer resources.' }}
      decision={(_, option) => <strong className="font-medium">{option}</strong>}
      example="For example: why this version, and that newer resources may become untracked."
      confirms={`restore version ${version} of ${stack.project}/${stack.stack}`}
      verb={() => `Restore version ${version}`}
    />
  )
}

/** Why the step cannot be left; undefined if something can be chosen. */
function openFor(version: number, [problem]: Decisions['problems']): string | undefined {
  if (problem === undefined) return `The state of version ${version} is not kept any more.`
  return problem.options.length === 0 ? `Version ${version} can’t be restored here.` : undefined
}

type StepProps = {
  stack: StackRef
  version: number
  decisions: Decisions
  guide: RecoveryOptions['guide']
  diff: ReactNode
}

/** What a restore brings back, and what happens to resources added since. */
function RestoreStep({ stack, version, decisions: { problems, choices, dispatch }, guide, diff }: StepProps) {
  const [problem] = problems
  // With nothing added since, there is nothing to choose: see `onlyOption`.
  const only = problem?.options.length === 1 ? problem.options[0] : undefined
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
            {problem.options.length === 0 ? (
              <Notice tone="attention" announce="none" title={`Version ${version} can’t be restored here`}>
                {problem.advice}
              </Notice>
            ) : only ? (
              <Card title="Risk" level={3}>
                <OptionSummary stack={stack} option={only} isSuggested={false} />
              </Card>
            ) : (
              <RadioCards
                label="What happens to resources added since?"
                options={problem.options.map((option) => ({
                  value: option.id,
                  title: option.title,
                  description: <OptionSummary stack={stack} option={option} isSuggested={false} />,
                }))}
                value={optionOf(problem, choices)?.id}
                onChange={(option) => dispatch({ type: 'chosen', choices: [{ id: problem.id, option }] })}
              />
            )}
            <EvidenceDetails evidence={problem.evidence} />
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
