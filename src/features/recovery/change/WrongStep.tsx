import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryOptions } from '#contract/recoveries.ts'
import { exportTo } from '#domain/commands.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { counted, number, plural } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { EvidenceList } from '../effect/EvidenceList.tsx'
import { Linked } from '../effect/Linked.tsx'
import { Sentences } from '../effect/Sentences.tsx'

type Props = {
  stack: StackRef
  options: Pick<RecoveryOptions, 'recovery' | 'finding' | 'problems' | 'left'>
  /** What has to be done elsewhere, where there is such a thing. */
  guide?: ReactNode
}

/** What is wrong, why one thinks so, and what it is about. */
export function WrongStep({ stack, options: { recovery, finding, problems, left }, guide }: Props) {
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        {finding ? (
          <>
            {finding.title !== catalogue[recovery].title && <p className="font-medium">{finding.title}.</p>}
            <p>
              <Linked stack={stack} text={finding.explanation} />
            </p>
            <p>
              <span className="text-muted">Could be lost:</span> {finding.couldBeLost}
            </p>
          </>
        ) : (
          <p>This stack does not need it. You can still use it.</p>
        )}
        <p>There is time to look: what runs in the cloud goes on running, and nothing is written before you confirm.</p>
      </div>
      {finding && finding.evidence.length > 0 && (
        <Disclosure summary={`How we know: ${counted(finding.evidence.length, 'fact')}`} open={!guide}>
          <EvidenceList evidence={finding.evidence} />
        </Disclosure>
      )}
      <Card title={plural(problems.length, 'To resolve', `To resolve: ${number(problems.length + left)}`)} level={3}>
        <Sentences sentences={problems.map(({ title }) => title)} />
      </Card>
      {guide}
      <Disclosure summary="Keep a copy of the state for yourself">
        <p className="text-muted">
          The state from before is kept here in any case. A copy of your own needs no lock and changes nothing:
        </p>
        <CodeLine code={exportTo(stack, 'state.json')} />
      </Disclosure>
    </>
  )
}
