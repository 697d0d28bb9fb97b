import { useEffect, useRef, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import type { Outcome } from './DecisionForm.tsx'
import { decidedText, isLate, type RunSteps } from './words.ts'

type Props = {
  /** Those that nobody can decide any more have no card. */
  approvals: readonly Approval[]
  /** Whether their run has ended. */
  isOver: boolean
  /** How many steps the run has done, and how many it has, if that is known. */
  steps?: RunSteps | undefined
  /** On the page of the run, whose head says who runs it. */
  isOnRun?: boolean
}

/**
 * What waits for approval, or can still be allowed for the next run: a card for each run. What followed from a decision
 * stays when its card goes.
 */
export function WaitingApprovals({ approvals, isOver, steps, isOnRun = false }: Props) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const decidedByOthers = useDecidedByOthers(approvals)
  const open = Map.groupBy(
    approvals.filter((each) => each.status === 'waiting' || isLate(each)),
    keyOf,
  )
  return [...new Set([...outcomes.keys(), ...decidedByOthers.keys(), ...open.keys()])].map((key) => {
    const some = open.get(key) ?? []
    return (
      <div key={key} className="flex min-w-0 flex-col gap-2">
        {some.length > 0 && (
          <ApprovalCard
            approvals={some}
            ofRun={approvals.filter(({ updateId }) => updateId === some[0]?.updateId)}
            steps={steps}
            isOnRun={isOnRun}
            onOutcome={(outcome) => setOutcomes(new Map([...outcomes, [key, outcome]]))}
          />
        )}
        <Told own={outcomes.get(key)} isOver={isOver} others={decidedByOthers.get(key)} />
      </div>
    )
  })
}

/** A card is about what waits, or about what was not decided in time. */
const keyOf = ({ updateId, status }: Pick<Approval, 'updateId' | 'status'>): string =>
  `${updateId} ${status === 'waiting' ? 'waits' : 'late'}`

/** Steps that waited when this page showed them, and have been allowed or refused since, by card. */
function useDecidedByOthers(approvals: readonly Approval[]): ReadonlyMap<string, Approval[]> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const unseen = approvals.filter(({ id, status }) => status === 'waiting' && !seen.has(id))
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ id }) => id)]))
  const decided = approvals.filter(({ id, status }) => seen.has(id) && (status === 'allowed' || status === 'refused'))
  return Map.groupBy(decided, ({ updateId }) => keyOf({ updateId, status: 'waiting' }))
}

type ToldProps = { own: Outcome | undefined; isOver: boolean; others: readonly Approval[] | undefined }

/** What followed. After an own decision it takes the focus, because the button that had it goes with its card. */
function Told({ own, isOver, others }: ToldProps) {
  const names = useNamesByLogin()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (own !== undefined) place.current?.focus()
  }, [own])
  return (
    <div role="status" ref={place} tabIndex={-1} className="rounded-lg">
      {own && !others?.some(({ id }) => own.waitsFor?.includes(id)) ? (
        <Notice tone={own.tone} title={own.title} announce="none">
          {(isOver && own.whenOver) || own.text}
        </Notice>
      ) : (
        others && (
          <Notice
            tone={others.some(({ status }) => status === 'refused') ? 'attention' : 'ok'}
            title={decidedText(others, names)}
            announce="none"
          />
        )
      )}
    </div>
  )
}
