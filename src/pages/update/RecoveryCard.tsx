import { useQuery } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import type { z } from 'zod'
import type { RecoveryNote, UpdateDetail } from '#contract/updates.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { writtenBy } from '#src/features/recovery/words.ts'

type Props = { run: UpdateDetail; note: z.infer<typeof RecoveryNote> }

/** A recovery or edit from the console: the reason, the written confirmations, the changes, and the undo. */
export function RecoveryCard({ run: { id, stack }, note }: Props) {
  const { recovery, reason, statements, effect, basisVersion, undoes } = note
  const undo = useQuery(stackQueries.detail(stack)).data?.undo
  const canUndo = undo?.updateId === id
  return (
    <Card
      title={
        undoes === null
          ? `Written from the console · ${writtenBy(recovery)}`
          : `Written from the console · undo of version ${undoes}`
      }
      actions={
        <LinkButton size="sm" look={canUndo ? 'primary' : 'quiet'} to={paths.recovery(stack, id)}>
          {canUndo && <Undo2 aria-hidden />}
          {canUndo ? 'Undo…' : 'View recovery'}
        </LinkButton>
      }
    >
      <KeyValue
        items={[
          { label: 'Reason', value: reason },
          {
            label: 'Based on',
            value: <TextLink to={paths.update(stack, basisVersion)}>version {basisVersion}</TextLink>,
          },
          {
            label: 'Undoes',
            value: undoes === null ? undefined : <TextLink to={paths.update(stack, undoes)}>version {undoes}</TextLink>,
          },
          { label: 'Effect', value: effect.length === 0 ? undefined : <Lines lines={effect} /> },
          {
            label: 'Notes',
            value:
              statements.length === 0 ? undefined : (
                <ul className="flex flex-col gap-1">
                  {statements.map(({ item, statement }) => (
                    <li key={item}>
                      <span className="text-muted">{item}:</span> {statement}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Card>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="flex flex-col gap-1">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
