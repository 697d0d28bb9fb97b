import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import { plainIntegrity } from '#domain/state/plainIntegrity.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { Shortened } from '#src/features/lease/Shortened.tsx'
import { paths } from '#src/lib/paths.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted } from '#words/counts.ts'

const FEW = 10

/** What is wrong with the state of an opened file, whole: it was opened to see that. Nothing while it is valid. */
export function StateErrors({ stack, pendingCount }: { stack: StackRef; pendingCount: number }) {
  const errors = useQuery(recoveryQueries.diagnosis(stack)).data?.integrity ?? []
  if (errors.length === 0) return null
  return (
    <Notice
      tone="danger"
      announce="none"
      title={`The state has ${counted(errors.length, 'error')}`}
      below={
        <>
          {pendingCount > 0 ? 'Repair them first' : 'Repair them'} under{' '}
          <TextLink to={paths.recover(stack)}>Recover</TextLink>
          {pendingCount > 0 && `; then resolve ${counted(pendingCount, 'operation')} with an unknown outcome`}.
        </>
      }
    >
      <Shortened
        items={errors}
        few={FEW}
        keyOf={(error, index) => `${error} ${index}`}
        render={(error) => <span title={error}>{plainIntegrity(error)}.</span>}
      />
    </Notice>
  )
}
