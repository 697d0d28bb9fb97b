import type { PendingItem } from '#contract/recoveries.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Time } from '#src/ui/Time.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'

/** What helps to find the object in the cloud, ready to copy. */
export const Clues = ({ item: { clues, urn, since, lateEvidence, live } }: { item: PendingItem }) => (
  <KeyValue
    items={[
      ...clues.map(({ label, value }, index) => ({
        key: `${index}`,
        label,
        value: (
          <span className="inline-flex max-w-full items-center gap-1">
            <Mono>{value}</Mono>
            <CopyButton text={value} label={`Copy ${label}`} />
          </span>
        ),
      })),
      ...lateEvidence.map(({ at, resourceId }, index) => ({
        key: `late-${index}`,
        label: 'Reported too late',
        value: (
          <span className="inline-flex max-w-full flex-wrap items-center gap-1">
            made, with the id <Mono>{resourceId}</Mono>
            <CopyButton text={resourceId} label="Copy the reported id" />
            <Time at={at} className="text-sm text-muted" />
          </span>
        ),
      })),
      {
        label: 'Live entry',
        value: live ? (
          <span className="inline-flex max-w-full items-center gap-1">
            {live.id === null ? 'an entry without an id' : <Mono>{live.id}</Mono>}
            {live.id !== null && <CopyButton text={live.id} label="Copy the id of the live entry" />}
          </span>
        ) : undefined,
      },
      {
        label: 'Pending since',
        value: since ? (
          <>
            version {since.version}, <Time at={since.at} />
          </>
        ) : undefined,
      },
      { label: 'URN', value: <UrnText urn={urn} max={48} /> },
    ]}
  />
)
