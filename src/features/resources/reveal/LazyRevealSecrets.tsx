import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense } from 'react'
import { can } from '#domain/backends/capabilities.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { hasSecrets } from './hasSecrets.ts'
import type { RevealSecrets } from './RevealSecrets.tsx'

const Reveal = lazyPart(async () => (await import('./RevealSecrets.tsx')).RevealSecrets, PartMissing)

/** Offered only for secrets of stacks of self-managed backends that are encrypted with a passphrase. */
export function LazyRevealSecrets(props: ComponentProps<typeof RevealSecrets>) {
  const { stack, masked } = props
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const kind = detail?.elsewhere?.kind
  const isOffered = kind !== undefined && can(kind, 'decrypt') === 'here' && detail?.secretsProvider === 'passphrase'
  if (!isOffered || !hasSecrets([masked.inputs, masked.outputs])) return null
  return (
    <Suspense>
      <Reveal {...props} />
    </Suspense>
  )
}
