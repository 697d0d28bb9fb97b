import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import type { FileStep } from './FileStep.tsx'

// Only stacks of connected backends need it.
const Step = lazyPart(async () => (await import('./FileStep.tsx')).FileStep, PartMissing)

export const LazyFileStep = (props: ComponentProps<typeof FileStep>) => (
  <Suspense>
    <Step {...props} />
  </Suspense>
)
