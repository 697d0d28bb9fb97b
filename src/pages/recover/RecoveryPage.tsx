import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useIsMutating } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, redirect, useParams, useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import type { RecoveryPage as Page } from '#domain/recoveries/recovery.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { EndProcessFirst } from '#src/features/updates/EndProcess.tsx'
import { PAGES } from '#src/features/recovery/pages.ts'
import { AnswerOperations } from '#src/features/recovery/pending/AnswerOperations.tsx'
import { Reviewers } from '#src/features/recovery/wizard/Reviewers.tsx'
import { CARRYING_OUT } from '#src/features/recovery/wizard/useCarryOut.ts'
import { stepOf, STEPS } from '#src/features/recovery/wizard/wizardAddress.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { GuidedPage } from './GuidedPage.tsx'
import { LeasePage } from './LeasePage.tsx'
import { NothingToCancel } from './NothingToCancel.tsx'
import { RecordPage } from './RecordPage.tsx'
import { RestorePage } from './RestorePage.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

type Props = { stack: StackRef; recovery: RecoveryId }

const NothingPage = ({ stack }: Props) => <NothingToCancel stack={stack} diagnosis={useDiagnosis(stack).diagnosis} />
const OperationsPage = (props: Props) => <AnswerOperations {...props} diagnosis={useDiagnosis(props.stack).diagnosis} />
function VersionPage({ stack }: Props) {
  const [search] = useSearchParams()
  return <RestorePage stack={stack} version={versionOf(search) ?? 0} />
}

const VIEWS: Readonly<Record<Page, ComponentType<Props>>> = {
  guided: GuidedPage,
  untracked: GuidedPage,
  lease: LeasePage,
  nothing: NothingPage,
  operations: OperationsPage,
  version: VersionPage,
}

const recoveryOf = (id: string | undefined): RecoveryId | undefined => RecoveryId.safeParse(id).data

/** The version to restore, from the address. */
function versionOf(search: URLSearchParams): number | undefined {
  const named = search.get('version') ?? ''
  return /^[1-9]\d{0,8}$/.test(named) ? Number(named) : undefined
}

export const loader =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const ref = stackOf(params)
    const recovery = recoveryOf(params['recovery'])
    if (!recovery) {
      await client.ensureQueryData(recoveryQueries.one(ref, params['recovery'] ?? ''))
      return undefined
    }
    const page = pageOf(recovery)
    const version = page === 'version' ? versionOf(new URL(request.url).searchParams) : undefined
    // Every version has the action; without one there is nothing to restore.
    if (page === 'version' && version === undefined) return redirect(paths.versions(ref))
    await Promise.all([
      client.ensureQueryData(recoveryQueries.diagnosis(ref)),
      client.ensureQueryData(stackQueries.detail(ref)),
      ...(PAGES[page].hasOptions ? [client.ensureQueryData(recoveryQueries.options(ref, recovery, version))] : []),
    ])
    return undefined
  }

/** A recovery by its name (`clear-create`), or its record by id. */
export default function RecoveryPage() {
  const ref = useStackRef()
  const id = useParams()['recovery'] ?? ''
  const recovery = recoveryOf(id)
  const [search] = useSearchParams()
  const isRunning = useIsMutating({ mutationKey: CARRYING_OUT }) > 0
  const page = pageOf(recovery ?? null)
  const View = VIEWS[page]
  const steps = PAGES[page].mayBeRead ? STEPS : STEPS.slice(1)
  const back = (
    // Next to the steps, if there is room.
    <p className="text-sm lg:-mb-9 lg:self-end">
      <TextLink to={paths.recover(ref)}>← Back to Recover</TextLink>
    </p>
  )
  if (recovery === undefined)
    return (
      <>
        {back}
        <RecordPage key={id} stack={ref} id={id} />
      </>
    )
  return (
    <>
      <Reviewers stack={ref} open={{ recovery, step: isRunning ? 'running' : stepOf(search, steps) }} />
      <EndProcessFirst stack={ref}>
        {back}
        <View key={recovery} stack={ref} recovery={recovery} />
      </EndProcessFirst>
    </>
  )
}
