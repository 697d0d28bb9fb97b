import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { useChosenStack } from '#src/features/diagnose/chosenStack.ts'
import { stacksMeant } from '#src/features/diagnose/mentionedStacks.ts'
import { handOver } from '#src/lib/handOver.ts'
import { cx } from '#src/lib/cx.ts'
import { useKeptState } from '#src/lib/keptState.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { FileDrop } from '#src/ui/FileDrop.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Findings, FoundTimeline, PASTED } from './Findings.tsx'
import { ProblemList } from './ProblemList.tsx'
import { StackChoice } from './StackChoice.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

/** A longer paste is treated as a file. */
const LONGEST_PASTE = 2_000_000

const isText = (value: unknown): value is string => typeof value === 'string'

/** Explains an error and what to do about it, from a pasted text or a file; recognised in this browser. */
export default function DiagnosePage() {
  const { step, diagnose } = useDiagnosis()
  const [chosen, choose] = useChosenStack()
  // The stacks of this server, fetched beforehand; no text is sent.
  const { data: stacks } = useQuery(stackQueries.names())
  const isReading = step.step === 'reading'
  const hasResult = step.step === 'read' || step.step === 'trouble'
  const found =
    step.step === 'read' && step.diagnosed.kind === 'log'
      ? stacksMeant(step.diagnosed.mentions, stacks?.names ?? [])
      : []
  const problems = <ProblemList stack={chosen && fullName(chosen)} />
  return (
    <>
      <PageHeader title="Diagnose an error or a log" />
      <p className="max-w-4xl text-muted">
        Paste CLI or CI output, or drop a log file. It is analyzed in your browser and never uploaded.
      </p>
      {/* In a narrow window what was found comes right after the text, in a wide one it is beside it. */}
      <div
        className={cx(
          'grid items-start gap-4',
          hasResult && 'xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] xl:grid-rows-[auto_1fr]',
        )}
      >
        <PasteForm isReading={isReading} hasResult={hasResult} onText={diagnose}>
          <StackChoice stack={chosen} found={found[0]} onChange={choose} />
        </PasteForm>
        {hasResult && (
          <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <Result step={step} chosen={chosen} found={found} />
          </div>
        )}
        <FileDrop
          size="small"
          label="Choose a log file"
          hint={
            <>
              A terminal or CI log, a lock file, or, to see the run’s timeline too, an engine event log (
              <code className="whitespace-nowrap">--event-log</code>) or a trace (
              <code className="whitespace-nowrap">--tracing=file:NAME</code>). Packed with gzip or not, up to 200 MB.
            </>
          }
          onFiles={([file]) => file && diagnose(file.file)}
          busy={isReading ? `Reading ${step.name}…` : undefined}
        />
      </div>
      {step.step === 'read' && <FoundTimeline diagnosed={step.diagnosed} />}
      {hasResult ? <Disclosure summary="All known problems">{problems}</Disclosure> : problems}
    </>
  )
}

type ResultProps = {
  step: ReturnType<typeof useDiagnosis>['step']
  chosen: StackRef | undefined
  found: readonly StackRef[]
}

/** What was found in the text, or why it cannot be read. */
function Result({ step, chosen, found }: ResultProps) {
  const navigate = useNavigate()
  if (step.step === 'trouble') {
    return (
      <Notice tone="danger" title={`${step.name} cannot be read`}>
        {step.message}
      </Notice>
    )
  }
  if (step.step !== 'read') return null
  return (
    <Findings
      name={step.name}
      diagnosed={step.diagnosed}
      chosen={chosen}
      found={found}
      onOpen={() => {
        handOver(step.file)
        void navigate(paths.open())
      }}
    />
  )
}

type FormProps = { isReading: boolean; hasResult: boolean; onText: (text: File) => void; children: ReactNode }

/** The pasted text; it may hold secrets, so it is kept in this tab only. */
function PasteForm({ isReading, hasResult, onText, children }: FormProps) {
  const [text, setText] = useKeptState('text', isText, '')
  return (
    <Card>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') onText(new File([text], PASTED))
        }}
      >
        <LongText
          label="Error or log"
          value={text}
          onChange={setText}
          rows={8}
          maxLength={LONGEST_PASTE}
          spellCheck={false}
          autoComplete="off"
          placeholder="error: [409] Conflict: Another update is currently in progress."
          className="min-h-40! font-mono text-sm"
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button
            type="submit"
            // Then what was found has the next step.
            look={hasResult ? 'quiet' : 'primary'}
            busy={isReading}
            blocked={text.trim() === '' ? 'Paste an error or a log first.' : undefined}
          >
            Diagnose
          </Button>
          {children}
        </div>
      </form>
    </Card>
  )
}
