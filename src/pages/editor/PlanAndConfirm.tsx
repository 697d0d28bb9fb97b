import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { EditPlan } from '#contract/edits.ts'
import type { PlannedFile, RecoveryRecord } from '#contract/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { EditPlanView } from '#src/features/diff/EditPlanView.tsx'
import { LazyFileStep } from '#src/features/recovery/byFile/LazyFileStep.tsx'
import { writtenByFile } from '#src/features/recovery/byFile/writtenByFile.ts'
import { RefusalNotice } from '#src/features/recovery/confirm/RefusalNotice.tsx'
import { refusalOfPreview } from '#src/features/recovery/confirm/refusal.ts'
import { paths } from '#src/lib/paths.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Confirm, type Confirmation } from './Confirm.tsx'

type Props = {
  stack: StackRef
  plan: Pick<UseQueryResult<EditPlan>, 'data' | 'error'>
  /** False until there is an edit. */
  isAsked: boolean
  /** The problems are shown next to the text that has them. */
  withoutProblems?: boolean
  /** There is no state yet that would be kept. */
  isFirst?: boolean
  /** The import of a state, whether it replaces one, and how it is undone. */
  imports?: { isReplacing: boolean; wayBack: ReactNode; verb: string | undefined }
  blocked: string | undefined
  /** Undefined for someone who can only look at the plan. */
  run: ((confirmation: Confirmation) => Promise<RecoveryRecord>) | undefined
  /** The planned state as a file: what is confirmed for a stack that is kept elsewhere. */
  file?: () => Promise<PlannedFile>
  onReview: () => void
}

/** The effect of an edit as computed by the server, and its confirmation. */
export function PlanAndConfirm({
  stack,
  plan: { data, error },
  isAsked,
  withoutProblems = false,
  isFirst = false,
  imports,
  blocked,
  run,
  file,
  onReview,
}: Props) {
  const { data: detail } = useQuery({ ...stackQueries.detail(stack), enabled: file !== undefined })
  const elsewhere = writtenByFile(detail?.elsewhere)
  const [isFiled, setFiled] = useState(false)
  if (!isAsked && !isFiled) return null
  // Importing the file changes the state, too: its step stays and reports the result.
  if (error && !(isFiled && data)) return <RefusalNotice refusal={refusalOfPreview(error)} onReview={onReview} />
  if (!data) {
    return <Skeleton label="Preparing the preview" rows={5} />
  }
  return (
    <>
      <EditPlanView
        plan={imports ? addedFirst(data) : data}
        withoutProblems={withoutProblems}
        withoutKept={isFirst || (imports !== undefined && run !== undefined)}
        isOnlyRead={run === undefined}
        withoutValid={imports !== undefined}
        refused={imports && 'Can’t import this state'}
      />
      {data.isPossible && file && elsewhere ? (
        <LazyFileStep
          stack={stack}
          elsewhere={elsewhere}
          basis={data.basis}
          pendingKept={data.diff.operationsSame + data.diff.operationsAdded.length}
          load={file}
          onReview={() => {
            setFiled(false)
            onReview()
          }}
          onMade={() => setFiled(true)}
        />
      ) : (
        data.isPossible &&
        run && (
          <Confirm
            stack={stack}
            plan={data}
            {...(imports && {
              title: 'Import',
              look: imports.isReplacing ? 'danger' : 'primary',
              wayBack: imports.wayBack,
              verb: imports.verb,
              cancel: paths.stacks(),
            })}
            blocked={blocked}
            run={run}
            onReview={onReview}
          />
        )
      )}
    </>
  )
}

/** Of a file, what it brings is read first; what leaves may be all there was. */
const addedFirst = (plan: EditPlan): EditPlan => ({
  ...plan,
  diff: {
    ...plan.diff,
    entries: plan.diff.entries.toSorted((a, b) => Number(b.change === 'added') - Number(a.change === 'added')),
  },
})
