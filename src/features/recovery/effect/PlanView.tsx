import type { Plan } from '#contract/recoveries.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { Status } from '#src/ui/Status.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { ChangesView } from './ChangesView.tsx'
import { Sentences } from './Sentences.tsx'

type Props = {
  plan: Plan
  /** Lines for the program, by the URN that was. */
  aliases?: ReadonlyMap<string, string> | undefined
}

/** Exactly what would be written, before anything is. */
export function PlanView({ plan, aliases }: Props) {
  const { effect, integrityBefore, integrityAfter, stopAndAsk, terminal, basis } = plan
  return (
    <>
      <NoticeList title="Double-check" items={stopAndAsk} />
      <Card title="What will change" level={3}>
        <div className="flex flex-col gap-4">
          <ChangesView effect={effect} {...(aliases && { aliases })} />
          <Disclosure summary="CLI commands">
            {terminal.length === 0 ? (
              <p className="text-muted">No command of the CLI does this.</p>
            ) : (
              <TerminalLines lines={terminal} />
            )}
          </Disclosure>
        </div>
      </Card>
      <Card title="State integrity" level={3}>
        <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
          <Verdict title={`Before (version ${basis.version})`} findings={integrityBefore} />
          <Verdict title="After" findings={integrityAfter} />
        </div>
        <p className="mt-3 text-sm text-muted">Checked against the CLI’s rules and Holdfast’s stricter ones.</p>
      </Card>
    </>
  )
}

const Verdict = ({ title, findings }: { title: string; findings: readonly string[] }) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">{title}</p>
    {findings.length === 0 ? (
      <Status tone="ok">Valid</Status>
    ) : (
      <>
        <Status tone="danger">Invalid</Status>
        <Sentences sentences={findings} />
      </>
    )}
  </div>
)
