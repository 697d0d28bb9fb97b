import { type ReactNode, useRef } from 'react'
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
import { OpenBar } from './OpenBar.tsx'
import { PendingCard } from './PendingCard.tsx'
import { RepairCard, withRecommended } from './RepairCard.tsx'
import { ResourcesCard } from './ResourcesCard.tsx'
import { useSelections } from './useSelections.ts'
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

/** An open state: problems, repairs, content and export; beside them what it is. What remains to decide stays in view. */
export function OpenedView({ name, opened, session, isLocked, onChanged, actions }: Props) {
  const { choices, setChoices, answers, setAnswers, stack, setStack, fixed, request } = useSelections(opened)
  const { problems, pending } = opened
  const canRecommend = problems.some(({ id, suggested }) => suggested !== undefined && choices[id] === undefined)
  const download = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHeader title={fileTitle(name)} status={<StateStatus opened={opened} />} actions={actions} meta={ONLY_HERE} />
      {opened.text.encoding === 'UTF-16' && (
        <Notice tone="attention" announce="none" title="This file is UTF-16, as PowerShell writes it with >">
          The CLI does not read that. It is read here all the same, and what you download is UTF-8.
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <VerificationCard opened={opened} />
          {problems.length > 0 && <RepairCard problems={problems} choices={choices} onChange={setChoices} />}
          {pending.length > 0 && <PendingCard items={pending} answers={answers} onChange={setAnswers} />}
          <ResourcesCard opened={opened} session={session} onChanged={onChanged} />
          <EditsCard opened={opened} session={session} request={request} onChanged={onChanged} />
          <CompareCard session={session} />
          <div ref={download} tabIndex={-1} className="scroll-mt-16 outline-none">
            <ExportCard {...{ session, request, stack, isLocked }} onStack={setStack} edits={opened.edits.length} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FactsCard opened={opened} />
          {(problems.length > 0 || opened.hasEarlier) && (
            <EarlierCard session={session} hasEarlier={opened.hasEarlier} onChanged={onChanged} />
          )}
        </div>
      </div>
      {problems.length + pending.length > 0 && (
        <OpenBar
          problems={problems.length}
          fixed={fixed}
          operations={pending.length}
          answered={Object.keys(answers).length}
          onRecommended={canRecommend ? () => setChoices((now) => withRecommended(problems, now)) : undefined}
          onDownload={() => {
            download.current?.scrollIntoView()
            download.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </>
  )
}

function StateStatus({ opened: { isAccepted, unreadable, pending, findings } }: { opened: OpenedState }) {
  if (!isAccepted || unreadable.length > 0) {
    return (
      <Status tone="danger" look="badge">
        The engine refuses this state
      </Status>
    )
  }
  if (pending.length > 0 || findings.length > 0) {
    return (
      <Status tone="attention" look="badge">
        Pending operations
      </Status>
    )
  }
  return (
    <Status tone="ok" look="badge">
      Valid
    </Status>
  )
}
