import type { LockFile, LockAssessment } from '#domain/lease/lockFile.ts'
import { exactTime } from '#words/time.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Elapsed } from '#src/ui/Time.tsx'

type Props = { lock: LockFile; assessment?: LockAssessment | undefined }

/** Who took a lock, where and when, and the evidence for and against a live holder. */
export const LockFacts = ({ lock: { pid, username, hostname, at }, assessment }: Props) => (
  <KeyValue
    items={[
      { label: 'Taken by', value: username || 'no one whom it names' },
      { label: 'On host', value: hostname ? <Mono>{hostname}</Mono> : 'not recorded' },
      { label: 'Process', value: pid === null ? 'not recorded' : <Mono>{pid}</Mono> },
      {
        label: 'Age',
        value:
          at === null ? (
            'not recorded'
          ) : (
            <>
              <Elapsed since={at} /> <span className="text-muted">since {exactTime(at)}</span>
            </>
          ),
      },
      { label: 'Since then', value: assessment?.sentence },
      {
        label: 'Ask first',
        value:
          assessment && assessment.stopAndAsk.length > 0 ? (
            <ul className="flex flex-col">
              {assessment.stopAndAsk.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : undefined,
      },
    ]}
  />
)
