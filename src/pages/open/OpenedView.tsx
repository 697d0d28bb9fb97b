import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { PendingAnswer } from '#contract/recoveries.ts'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import type { OpenSession } from '#src/features/offline/queries.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Status } from '#src/ui/Status.tsx'
import { CompareCard } from './CompareCard.tsx'
import { EarlierCard } from './EarlierCard.tsx'
import { EditsCard } from './entries/EditsCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { FactsCard } from './FactsCard.tsx'
import { fileTitle, ONLY_HERE } from './fileTitle.ts'
import { PendingCard } from './PendingCard.tsx'
import { RepairCard } from './RepairCard.tsx'
import { ResourcesCard } from './ResourcesCard.tsx'
import { VerificationCard } from './VerificationCard.tsx'

type Props = {
  name: string
  opened: OpenedState
  session: OpenSession
  isLocked: boolean
  /** The state was edited in this browser. */
  onChanged: (opened: OpenedState) => void
  actions: ReactNode
}

/** An open state from top to bottom: facts, problems, repairs, content, export. */
export function OpenedView({ name, opened, session, isLocked, onChanged, actions }: Props) {
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [answers, setAnswers] = useState<Readonly<Record<number, PendingAnswer>>>({})
  const [stack, setStack] = useState<StackRef>(opened.facts.stack)
  const chosen = useMemo(
    () => ({
      choices: Object.entries(choices).flatMap(([problem, option]) =>
        opened.problems.some(({ id }) => id === problem) ? [{ problem, option }] : [],
      ),
      answers: { ...answers },
      stack,
    }),
    [opened.problems, choices, answers, stack],
  )
  const request = useDeferredValue(chosen) // the choice shows at once; its effect follows
  const { problems, pending, isAccepted, findings, unreadable } = opened
  return (
    <>
      <PageHeader
        title={fileTitle(name)}
        status={
          !isAccepted || unreadable.length > 0 ? (
            <Status tone="danger" look="badge">
              The engine refuses this state
            </Status>
          ) : pending.length > 0 || findings.length > 0 ? (
            <Status tone="attention" look="badge">
              Pending operations
            </Status>
          ) : (
            <Status tone="ok" look="badge">
              Valid
            </Status>
          )
        }
        actions={actions}
        meta={ONLY_HERE}
      />
      {opened.text.encoding === 'UTF-16' && (
        <Notice tone="attention" announce="none" title="This file is UTF-16, as PowerShell writes it with >">
          The CLI does not read that. It is read here all the same, and what you download is UTF-8.
        </Notice>
      )}
      <FactsCard opened={opened} />
      <VerificationCard opened={opened} />
      {(problems.length > 0 || opened.hasEarlier) && (
        <EarlierCard session={session} hasEarlier={opened.hasEarlier} onChanged={onChanged} />
      )}
      {problems.length > 0 && <RepairCard problems={problems} choices={choices} onChange={setChoices} />}
      {pending.length > 0 && <PendingCard items={pending} answers={answers} onChange={setAnswers} />}
      <ResourcesCard opened={opened} session={session} onChanged={onChanged} />
      <EditsCard opened={opened} session={session} request={request} onChanged={onChanged} />
      <CompareCard session={session} />
      <ExportCard
        session={session}
        request={request}
        stack={stack}
        onStack={setStack}
        isLocked={isLocked}
        edits={opened.edits.length}
      />
    </>
  )
}
