import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { editQueries } from '#src/api/edits.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { DiffView } from '#src/features/diff/DiffView.tsx'
import { RestoreVersion } from '#src/features/recovery/restore/RestoreVersion.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CompareShape } from '#src/ui/WaitingShapes.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

/** Restores an earlier version, with its differences from the current state. */
export function RestorePage({ stack, version }: { stack: StackRef; version: number }) {
  const { diagnosis } = useDiagnosis(stack)
  const { data: options } = useSuspenseQuery(recoveryQueries.options(stack, 'restore-version', version))
  return (
    <RestoreVersion
      key={version}
      stack={stack}
      version={version}
      options={options}
      diagnosis={diagnosis}
      diff={<Difference stack={stack} from={options.basis.version} to={version} />}
    />
  )
}

function Difference({ stack, from, to }: { stack: StackRef; from: number; to: number }) {
  const { data, error } = useQuery(editQueries.compare(stack, { from, to }))
  if (error) return <p className="text-danger">The two states could not be compared. {troubleOf(error).detail}</p>
  if (!data) {
    return (
      <Skeleton label="Comparing">
        <CompareShape rows={6} />
      </Skeleton>
    )
  }
  // Operations pending now stay pending, whatever the version had: a restore resolves none.
  const diff = { ...data.diff, operationsAdded: [], operationsRemoved: [], operationsSame: 0 }
  return (
    <DiffView diff={diff} heads={[`Now (${from})`, `Version ${to}`]} nothing="No differences: the state is the same." />
  )
}
