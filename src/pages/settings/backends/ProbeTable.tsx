import type { z } from 'zod'
import type { BackendProbe } from '#contract/backends.ts'
import { LAYOUTS } from '#domain/backends/backendNames.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** Clocks further apart than this are said to be: the ages of locks are measured by the backend's. */
const SAME_CLOCK_MS = 2 * 60_000

/** What was found in a backend before it is connected. */
export function ProbeTable({ probe }: { probe: z.infer<typeof BackendProbe> }) {
  const { stacks, layout, mayList, mayRead, clockOffsetMs } = probe
  return (
    <section aria-label="What was found" className="rounded-lg border border-line px-4 py-3">
      <KeyValue
        items={[
          { label: 'Stacks', value: number(stacks) },
          { label: 'Layout', value: LAYOUTS[layout] },
          { label: 'Can list', value: mayList ? 'yes' : 'no' },
          { label: 'Can read', value: mayRead ? 'yes' : 'no' },
          { label: 'Clock', value: clockWords(clockOffsetMs) },
        ]}
      />
    </section>
  )
}

const clockWords = (offsetMs: number): string =>
  Math.abs(offsetMs) < SAME_CLOCK_MS
    ? 'as this server’s'
    : `${durationText(Math.abs(offsetMs))} ${offsetMs > 0 ? 'ahead of' : 'behind'} this server’s; ages of locks are by the backend’s`
