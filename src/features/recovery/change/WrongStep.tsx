import { useNamedStack } from '#src/api/stacks.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingItem, RecoveryOptions } from '#contract/recoveries.ts'
import { exportTo } from '#domain/commands.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { NOTHING_LOST } from '#domain/recoveries/nothingLost.ts'
import { number, plural } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { EvidenceDetails } from '../effect/EvidenceDetails.tsx'
import { Meaning } from '../effect/Linked.tsx'
import { Sentences } from '../effect/Sentences.tsx'
import { cloudWords } from '../headline.ts'

type Props = {
  stack: StackRef
  options: Pick<RecoveryOptions, 'recovery' | 'finding' | 'problems' | 'left'>
  pending: readonly PendingItem[]
  /** What has to be done elsewhere, if anything. */
  guide?: ReactNode
}

/** What is wrong, the evidence, and the resources concerned. */
export function WrongStep({ stack, options: { recovery, finding, problems, left }, pending, guide }: Props) {
  const named = useNamedStack(stack)
  return (
    <>
      <Wrong stack={stack} options={{ recovery, finding }} pending={pending} isTitled />
      {finding && <EvidenceDetails evidence={finding.evidence} isOpen={!guide} />}
      {(problems.length > 1 || problems[0]?.title !== `${finding?.title}.`) && (
        <Card title={plural(problems.length, 'To resolve', `To resolve: ${number(problems.length + left)}`)} level={3}>
          <Sentences sentences={problems.map(({ title }) => title)} />
        </Card>
      )}
      <Disclosure summary="Download a backup first">
        <p className="text-muted">Holdfast keeps the current version anyway. To keep your own copy, run:</p>
        <CodeLine code={exportTo(named, 'state.json')} />
      </Disclosure>
      {guide}
    </>
  )
}

/** What is wrong and what could be lost, in a paragraph. */
export const Wrong = ({
  stack,
  options: { recovery, finding },
  pending,
  isTitled = false,
}: {
  stack: StackRef
  options: Pick<RecoveryOptions, 'recovery' | 'finding'>
  pending: readonly PendingItem[]
  /** The heading above has the title of the finding. */
  isTitled?: boolean
}) => (
  <div className="flex max-w-prose flex-col gap-2">
    {finding ? (
      <>
        {!isTitled && finding.title !== catalogue[recovery].title && <p className="font-medium">{finding.title}.</p>}
        <Meaning stack={stack} finding={finding} />
        {finding.couldBeLost !== NOTHING_LOST && (
          <p>
            <span className="text-muted">Risk:</span> {finding.couldBeLost}
          </p>
        )}
      </>
    ) : (
      <p>This stack doesn’t have this problem. You can still use this tool.</p>
    )}
    <p>{cloudWords(pending, useWhyNot('change', { ref: stack }) === undefined)}</p>
  </div>
)
