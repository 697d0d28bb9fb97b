import { useQuery } from '@tanstack/react-query'
import type { Alarm, AlarmFilter } from '#contract/alarms.ts'
import { fullName } from '#domain/stackName.ts'
import { acknowledgeAlarm, untrackedQueries } from '#src/api/untracked.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'
import { AcknowledgeButton } from './AcknowledgeButton.tsx'

/** Number of entries that an alarm names at first. */
const FIRST = 3

const WAYS_BACK: Readonly<Record<Alarm['kind'], string>> = {
  massLoss: 'Restore resources…',
  silentLoss: 'Restore resources…',
  sameId: 'Choose which to keep…',
  oldTwin: 'Remove old entries…',
  otherNames: 'Rewrite the names…',
}

type ListProps = { filter: Partial<AlarmFilter>; withUpdate?: boolean }

/** The open alarms of a stack or of an update; nothing if there are none. */
export function OpenAlarms({ filter, withUpdate = true }: ListProps) {
  const { data } = useQuery(untrackedQueries.alarms(filter))
  if (!data || data.alarms.length === 0) return null
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {data.alarms.map((alarm) => (
        <AlarmNotice key={alarm.id} alarm={alarm} withUpdate={withUpdate} />
      ))}
    </section>
  )
}

type Props = {
  alarm: Alarm
  /** Shown on the update's own page. */
  withUpdate?: boolean
}

/** A suspicious effect of an update: what it may mean, and how to undo it. */
function AlarmNotice({ alarm, withUpdate = true }: Props) {
  const { stack, title, explanation, at, version, entries, count, recovery, acknowledged } = alarm
  const wayBack = WAYS_BACK[alarm.kind]
  const isLoss = alarm.kind === 'massLoss' || alarm.kind === 'silentLoss'
  const name = fullName(stack)
  return (
    <Notice
      tone={acknowledged ? 'unknown' : alarm.kind === 'sameId' ? 'attention' : 'danger'}
      announce="none"
      title={title}
      actions={
        !acknowledged && (
          <>
            {/* The head of these pages has the primary button. */}
            <LinkButton size="sm" to={paths.recovery(stack, recovery)} aria-label={`${wayBack}: ${name}`}>
              {wayBack}
            </LinkButton>
            <AcknowledgeButton
              what="alarm"
              title={title}
              stack={stack}
              acknowledge={(reason) => acknowledgeAlarm(stack, alarm.id, reason)}
            />
          </>
        )
      }
    >
      <p className="max-w-4xl">{explanation}</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {entries.slice(0, FIRST).map(({ urn, id }) => (
          <li key={urn} className="flex min-w-0 flex-wrap gap-x-2">
            <UrnText urn={urn} max={56} /> {id !== '' && <Mono>{id}</Mono>}
            {!isLoss && <TextLink to={paths.graph(stack, { focus: urn })}>Show in graph</TextLink>}
          </li>
        ))}
      </ul>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        {count > FIRST && <span>and {number(count - FIRST)} more</span>}
        <Time at={at} />
        {withUpdate && <TextLink to={paths.update(stack, version)}>View update {version}</TextLink>}
        {isLoss && (
          <TextLink to={paths.compare(stack, { from: alarm.baseVersion, to: version })}>Compare the versions</TextLink>
        )}
        {acknowledged && (
          <span className="wrap-anywhere">
            {acknowledged.by}, <Time at={acknowledged.at} />: {acknowledged.reason}
          </span>
        )}
      </p>
    </Notice>
  )
}
