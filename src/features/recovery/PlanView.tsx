import type { ReactNode } from 'react'
import type { Plan } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Disclosure } from './Disclosure.tsx'
import { OperationList } from './OperationList.tsx'
import { Sentences } from './Sentences.tsx'
import { TerminalLines } from './TerminalLines.tsx'

/** Exactly what would be written, before anything is. */
export function PlanView({ plan }: { plan: Plan }) {
  const { effect, integrityBefore, integrityAfter, stopAndAsk, terminal, basis } = plan
  const removed = effect.entriesRemoved.map((urn) => ({ op: 'entry of', urn }))
  return (
    <>
      {stopAndAsk.length > 0 && (
        <Notice tone="attention" announce="none" title="Stop and ask somebody first, if you are not sure of this">
          <ul className="list-disc pl-4">
            {stopAndAsk.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title="What will change" level={3}>
        <div className="flex flex-col gap-4">
          <Sentences sentences={effect.sentences} />
          <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
            <Part title="Pending operations removed">
              <OperationList
                label="Pending operations removed"
                operations={named(effect.operationsRemoved)}
                none="None."
              />
            </Part>
            <Part title="Pending operations that stay">
              <OperationList
                label="Pending operations that stay"
                operations={named(effect.operationsKept)}
                none="None."
              />
            </Part>
            <Part title="Entries removed from the state">
              <OperationList
                label="Entries removed"
                operations={removed}
                none="None: every resource keeps its entry."
              />
            </Part>
          </div>
          <Disclosure summary="The same from a terminal">
            <TerminalLines lines={terminal} />
          </Disclosure>
        </div>
      </Card>
      <Card title="Does the state verify?" level={3}>
        <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
          <Verdict title={`Now, at version ${basis.version}`} findings={integrityBefore} />
          <Verdict title="Afterwards" findings={integrityAfter} />
        </div>
        <p className="mt-3 text-sm text-muted">
          Two checkers read the state: the rules of the CLI, which refuses to work with a broken state, and ours, which
          know of more.
        </p>
      </Card>
    </>
  )
}

const named = (operations: Plan['effect']['operationsRemoved']) =>
  operations.map(({ type, urn }) => ({ op: type, urn }))

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h4 className="mb-1 font-semibold">{title}</h4>
    {children}
  </section>
)

const Verdict = ({ title, findings }: { title: string; findings: readonly string[] }) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">{title}</p>
    {findings.length === 0 ? (
      <Status tone="ok">It verifies</Status>
    ) : (
      <>
        <Status tone="danger">It does not verify</Status>
        <ul className="list-disc pl-4">
          {findings.map((finding) => (
            <li key={finding} className="wrap-anywhere">
              {finding}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)
