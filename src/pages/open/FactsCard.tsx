import { fullName } from '#domain/stackName.ts'
import type { FileFacts } from '#src/features/offline/offlineApi.ts'
import { instantText } from '#src/features/offline/instantText.ts'
import { bytesText } from '#words/bytes.ts'
import { counted, number } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'

const shapes = {
  deployment: 'what pulumi stack export writes',
  checkpoint: 'a checkpoint file of a self-managed backend',
  v0: 'a checkpoint of the first CLIs, from 2017',
} as const

/** The facts about the file. */
export function FactsCard({ opened: { facts, text } }: { opened: FileFacts }) {
  const { stack, isCertain, counts, secrets } = facts
  const parts = [
    [counts.custom, 'resource'],
    [counts.components, 'component'],
    [counts.providers, 'provider'],
  ] as const
  const marks = [
    [counts.old, 'waiting to be deleted'],
    [counts.protected, 'protected'],
  ] as const
  return (
    <Card title="What it is">
      <KeyValue
        layout="stacked"
        items={[
          {
            label: 'Stack',
            value: <Mono>{isCertain ? fullName(stack) : `${stack.project}/${stack.stack}`}</Mono>,
          },
          {
            label: 'File',
            value: `${shapes[facts.shape]}, ${bytesText(text.bytes)}${text.isPacked ? ' unpacked' : ''}`,
          },
          { label: 'Schema version', value: facts.version },
          { label: 'Features', value: facts.features.length > 0 ? facts.features.join(', ') : 'none' },
          { label: 'Written by', value: facts.cli === '' ? 'Unknown' : `CLI ${facts.cli}` },
          { label: 'Written at', value: instantText(facts.writtenAt) ?? 'Unknown' },
          { label: 'Secrets provider', value: facts.secretsProvider ?? 'none' },
          {
            label: 'Secrets',
            value: secretsText(secrets),
          },
          {
            label: `Entries: ${number(counts.entries)}`,
            value:
              [
                ...parts.flatMap(([count, what]) => (count > 0 ? [counted(count, what)] : [])),
                ...marks.flatMap(([count, what]) => (count > 0 ? [`${number(count)} ${what}`] : [])),
              ].join(', ') || 'none',
          },
          { label: 'Pending operations', value: number(counts.pending) },
        ]}
      />
    </Card>
  )
}

function secretsText({ encrypted, plain }: { encrypted: number; plain: number }): string {
  if (encrypted + plain === 0) return 'none'
  const parts = encrypted > 0 ? [`${number(encrypted)} encrypted`] : []
  return [...parts, ...(plain > 0 ? [`${number(plain)} in plain text: keep this file safe`] : [])].join(', ')
}
