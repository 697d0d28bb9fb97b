import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, redirect, useParams, useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { AnswerOperations } from '#src/features/recovery/pending/AnswerOperations.tsx'
import { ReleaseLease } from '#src/features/recovery/release/ReleaseLease.tsx'
import { Reviewers } from '#src/features/recovery/wizard/Reviewers.tsx'
import { CARRYING_OUT } from '#src/features/recovery/wizard/useCarryOut.ts'
import { stepOf, STEPS } from '#src/features/recovery/wizard/wizardAddress.ts'
import { paths } from '#src/lib/paths.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { GuidedPage } from './GuidedPage.tsx'
import { HolderAlive } from './HolderAlive.tsx'
import { NothingToCancel } from './NothingToCancel.tsx'
import { Orphaned } from './Orphaned.tsx'
import { RecordPage } from './RecordPage.tsx'
import { RestorePage } from './RestorePage.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

const recoveryOf = (id: string | undefined): RecoveryId | undefined => RecoveryId.safeParse(id).data

/** Pages that show the diagnosis, and need no options. */
const OF_DIAGNOSIS: ReadonlySet<string> = new Set(['lease', 'nothing', 'operations'])

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
    const page = pageOf(recovery ?? null)
    if (recovery && page === 'version') {
      // Every version has the action; without one there is nothing to restore.
      const version = versionOf(new URL(request.url).searchParams)
      if (version === undefined) return redirect(paths.versions(ref))
      await Promise.all([
        client.ensureQueryData(recoveryQueries.diagnosis(ref)),
        client.ensureQueryData(stackQueries.detail(ref)),
        client.ensureQueryData(recoveryQueries.options(ref, recovery, version)),
      ])
      return undefined
    }
    if (!recovery) {
      await client.ensureQueryData(recoveryQueries.one(ref, params['recovery'] ?? ''))
      return undefined
    }
    await Promise.all([
      client.ensureQueryData(recoveryQueries.diagnosis(ref)),
      client.ensureQueryData(stackQueries.detail(ref)),
      ...(OF_DIAGNOSIS.has(page) ? [] : [client.ensureQueryData(recoveryQueries.options(ref, recovery))]),
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
  const steps = page === 'operations' || page === 'version' ? STEPS.slice(1) : STEPS
  return (
    <>
      {/* Next to the steps, if there is room. */}
      <p className="text-sm lg:-mb-9 lg:self-end">
        <TextLink to={paths.recover(ref)}>← Recovery overview</TextLink>
      </p>
      {recovery && <Reviewers stack={ref} open={{ recovery, step: isRunning ? 'running' : stepOf(search, steps) }} />}
      {recovery === undefined ? (
        <RecordPage key={id} stack={ref} id={id} />
      ) : OF_DIAGNOSIS.has(page) ? (
        <UnderWay key={recovery} stack={ref} recovery={recovery} />
      ) : page === 'version' ? (
        <RestorePage stack={ref} version={versionOf(search) ?? 0} />
      ) : (
        <GuidedPage key={recovery} stack={ref} recovery={recovery} />
      )}
    </>
  )
}

function UnderWay({ stack, recovery }: { stack: StackRef; recovery: RecoveryId }) {
  const { diagnosis, lease } = useDiagnosis(stack)
  const [begun, setBegun] = useState(lease)
  if (begun === null && lease !== null) setBegun(lease)

  const page = pageOf(recovery)
  if (page === 'operations') return <AnswerOperations stack={stack} recovery={recovery} diagnosis={diagnosis} />
  const nothing = <NothingToCancel stack={stack} diagnosis={diagnosis} />
  if (page === 'nothing') return nothing
  const { interrupted, pending } = diagnosis
  const isOpen = interrupted && interrupted.update.status === 'expired' && !interrupted.resolved
  const over = isOpen ? <Orphaned stack={stack} interrupted={interrupted} pending={pending} /> : nothing
  if (begun === null) return over
  return (
    <ReleaseLease
      stack={stack}
      recovery={recovery}
      begun={begun}
      lease={lease}
      diagnosis={diagnosis}
      known={<HolderAlive lease={lease ?? begun} diagnosis={diagnosis} />}
      over={over}
    />
  )
}
