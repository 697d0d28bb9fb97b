import type { LockFile } from '#domain/lease/lockFile.ts'
import { exactTime } from '#words/time.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Elapsed } from '#src/ui/Time.tsx'

type Props = { lock: LockFile; evidence: string; reasonsToAsk: readonly string[] }

/** Who took a lock, where and when, and the evidence for and against a live holder. */
export const LockFacts = ({ lock: { pid, username, hostname, at }, evidence, reasonsToAsk }: Props) => (
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
      { label: 'Evidence', value: evidence },
      {
        label: 'Ask first',
        value:
          reasonsToAsk.length > 0 ? (
            <ul className="flex flex-col">
              {reasonsToAsk.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ) : undefined,
      },
    ]}
  />
)
