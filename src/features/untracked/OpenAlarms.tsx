import { useQuery } from '@tanstack/react-query'
import type { AlarmFilter } from '#contract/alarms.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { AlarmNotice } from './AlarmNotice.tsx'

type Props = { filter?: Partial<AlarmFilter>; withStack?: boolean; withUpdate?: boolean }

/** The open alarms of a stack, of an update, or of all; nothing if there are none. */
export function OpenAlarms({ filter = {}, withStack = false, withUpdate = true }: Props) {
  const { data } = useQuery(untrackedQueries.alarms(filter))
  if (!data || data.alarms.length === 0) return null
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {data.alarms.map((alarm) => (
        <AlarmNotice key={alarm.id} alarm={alarm} withStack={withStack} withUpdate={withUpdate} />
      ))}
    </section>
  )
}
