import type { PendingItem } from '#contract/recoveries.ts'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Time } from '#src/ui/Time.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'

/** Values that help to find the object in the cloud, ready to copy. */
export const Clues = ({ item: { clues, urn, since, lateEvidence, live } }: { item: PendingItem }) => (
  <KeyValue
    items={[
      ...clues.map(({ label, value }, index) => ({
        key: `${index}`,
        label,
        value: <CopyableValue value={value} label={`Copy ${label}`} />,
      })),
      ...lateEvidence.map(({ at, resourceId }, index) => ({
        key: `late-${index}`,
        label: 'Reported after the end',
        value: (
          <span className="inline-flex max-w-full flex-wrap items-center gap-1">
            created with the ID <Mono>{resourceId}</Mono>
            <CopyButton text={resourceId} label="Copy the reported id" />
            <Time at={at} className="text-sm text-muted" />
          </span>
        ),
      })),
      {
        label: 'In the state',
        value: live ? (
          live.id === null ? (
            'without an ID'
          ) : (
            <CopyableValue value={live.id} label="Copy the ID of the live entry" />
          )
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
