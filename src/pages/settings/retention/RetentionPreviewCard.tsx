import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RetentionPreview, RetentionRule } from '#contract/retention.ts'
import { retentionQueries } from '#src/api/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { counted, plural } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { Time } from '#src/ui/Time.tsx'
import { RetentionOnDialog } from './RetentionOnDialog.tsx'
import { RetentionRunDialog } from './RetentionRunDialog.tsx'
import { RetentionTable } from './RetentionTable.tsx'
import { ruleWords } from './retentionWords.ts'

type Props = {
  org: string
  preview: RetentionPreview
  /** The active rule. */
  inForce: RetentionRule | null
}

const isSame = (a: RetentionRule | null, b: RetentionRule) =>
  a !== null && a.keepNewest === b.keepNewest && a.keepDays === b.keepDays

/** What a rule would remove now, stack by stack, with the actions. */
export function RetentionPreviewCard({ org, preview, inForce }: Props) {
  const { at, rule, stacks, versions, bytes, passedOver } = preview
  const client = useQueryClient()
  const [open, setOpen] = useState<'run' | 'on'>()
  const close = (): void => setOpen(undefined)
  const isOn = isSame(inForce, rule)
  return (
    <Card
      title="Preview"
      padding="none"
      actions={
        <>
          <Button
            size="sm"
            onClick={() => void client.resetQueries({ queryKey: retentionQueries.preview(org, rule).queryKey })}
          >
            Check again
          </Button>
          <Button
            size="sm"
            blocked={versions === 0 ? 'There is nothing to remove.' : undefined}
            onClick={() => setOpen('run')}
          >
            Remove now…
          </Button>
          <Button
            size="sm"
            look="primary"
            blocked={isOn ? 'This rule is already on.' : undefined}
            onClick={() => setOpen('on')}
          >
            {isOn ? 'On' : inForce === null ? 'Turn on…' : 'Use this rule…'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 p-4">
        <p>
          {versions === 0 ? (
            'Nothing: '
          ) : (
            <>
              The states of <strong>{counted(versions, 'version')}</strong> of {counted(stacks.length, 'stack')},{' '}
              {bytesText(bytes)} of text (less in the database, where it is compressed):{' '}
            </>
          )}
          kept is {ruleWords(rule)}.
        </p>
        <p className="text-muted">
          As of <Time at={at} />. Runs daily; first run 24 hours after you turn it on.
        </p>
      </div>
      {stacks.length > 0 && <RetentionTable stacks={stacks} />}
      {passedOver.length > 0 && <PassedOver stacks={passedOver} />}
      {open === 'run' && <RetentionRunDialog org={org} preview={preview} onClose={close} />}
      {open === 'on' && <RetentionOnDialog org={org} rule={rule} onClose={close} />}
    </Card>
  )
}

/** The stacks that the rule leaves alone for now, and why. */
const PassedOver = ({ stacks }: { stacks: RetentionPreview['passedOver'] }) => (
  <details className="border-t border-line px-4 py-2">
    <DisclosureSummary>
      {counted(stacks.length, 'stack')} {plural(stacks.length, 'is', 'are')} skipped for now
    </DisclosureSummary>
    <ul className="flex flex-col gap-1 py-1">
      {stacks.map(({ ref, reason }) => (
        <li key={`${ref.project}/${ref.stack}`} className="wrap-anywhere">
          <span className="font-medium">
            {ref.project}/{ref.stack}
          </span>{' '}
          <span className="text-muted">{reason}</span>
        </li>
      ))}
    </ul>
  </details>
)
