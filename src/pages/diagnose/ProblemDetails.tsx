import Ban from 'lucide-react/icons/ban'
import type { NamedStack } from '#domain/stackName.ts'
import { type KnownProblem, type Symptom, symptomsOf } from '#domain/problems/problem.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { PLACEHOLDER } from '#src/features/diagnose/chosenStack.ts'
import { number } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TerminalSteps } from '#src/ui/TerminalSteps.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

type Props = { problem: KnownProblem; stack: NamedStack | undefined }

/** Number shown at first; the others are collapsed. */
const FEW_SYMPTOMS = 3

/** How to tell the causes apart, and the evidence here. */
export function Evidence({ problem }: Pick<Props, 'problem'>) {
  const symptoms = symptomsOf(problem)
  return (
    <>
      <Card look="section" title="Possible causes" padding="none">
        <Causes problem={problem} />
      </Card>
      <Card look="section" title="What it looks like">
        <div className="flex flex-col gap-3">
          <Symptoms symptoms={symptoms.slice(0, FEW_SYMPTOMS)} />
          {symptoms.length > FEW_SYMPTOMS && (
            <Disclosure summary={`${number(symptoms.length - FEW_SYMPTOMS)} more`}>
              <Symptoms symptoms={symptoms.slice(FEW_SYMPTOMS)} />
            </Disclosure>
          )}
        </div>
      </Card>
    </>
  )
}

const Symptoms = ({ symptoms }: { symptoms: readonly Symptom[] }) => (
  <ul className="flex flex-col gap-3">
    {symptoms.map((symptom) =>
      'says' in symptom ? (
        <li key={symptom.says} className="min-w-0">
          <Mono className="block wrap-anywhere">{symptom.says}</Mono>
          <span className="text-sm text-muted">{symptom.when}</span>
        </li>
      ) : (
        <li key={symptom.sees} className="max-w-prose">
          {symptom.sees}
        </li>
      ),
    )}
  </ul>
)

/** The further steps, what not to do, and the alternatives. */
export const WhatToDo = ({ problem, stack }: Props) => (
  <>
    {problem.steps.length > 0 && (
      <Card look="section" title="Then">
        <Instructions problem={problem} stack={stack} />
      </Card>
    )}
    <Card look="section" title="Avoid">
      <ul className="flex flex-col gap-2">
        {problem.never.map(({ what, why }) => (
          <li key={what} className="flex items-start gap-2.5">
            <Ban className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
            <span className="max-w-prose">
              <span className="font-semibold">{what}</span>: {why}.
            </span>
          </li>
        ))}
      </ul>
    </Card>
    {stack && problem.recoveries.length > 0 && (
      <Card look="section" title="Recovery tools">
        <ul className="flex flex-col gap-1">
          {problem.recoveries.map((recovery) => (
            <li key={recovery}>
              <TextLink to={paths.recover(stack)}>{catalogue[recovery].title}</TextLink>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">Recover lists those that the stack needs, in order.</p>
      </Card>
    )}
  </>
)

const causeColumns: readonly Column<KnownProblem['causes'][number]>[] = [
  {
    head: 'Cause',
    className: 'min-w-36 py-1.5 max-sm:font-medium',
    phone: { isWide: true },
    cell: ({ cause }) => cause,
  },
  { head: 'Symptom', className: 'min-w-36 py-1.5 text-muted', phone: { isWide: true }, cell: ({ sign }) => sign },
  { head: 'What to do', className: 'min-w-40 py-1.5', phone: { isWide: true }, cell: ({ so }) => so },
]

const Causes = ({ problem: { causes } }: Pick<Props, 'problem'>) => (
  <Table label="Causes" columns={causeColumns} rows={causes} rowKey={({ cause }) => cause} />
)

const Instructions = ({ problem: { steps }, stack }: Pick<Props, 'problem' | 'stack'>) => (
  <TerminalSteps steps={steps.map(({ say, run }) => ({ text: say, commands: run?.(stack ?? PLACEHOLDER) ?? [] }))} />
)
