import { useState } from 'react'
import { number, plural } from '#words/counts.ts'
import { Button } from './Button.tsx'
import { ChangedUrn } from './ChangedUrn.tsx'
import { CodeLine } from './CodeLine.tsx'
import { CopyButton } from './CopyButton.tsx'

type Props = { changes: readonly { from: string; to: string; alias?: string }[] }

const FEW = 4

/** Changed URNs, each with the line that a program needs if it keeps the former one. */
export function UrnChanges({ changes }: Props) {
  const [wantsAll, setWantsAll] = useState(false)
  const isWhole = wantsAll || changes.length <= FEW + 1
  const lines = changes.flatMap(({ alias = '' }) => (alias === '' ? [] : alias))
  return (
    <section aria-label="URNs that change" className="flex min-w-0 flex-col gap-2">
      <p className="max-w-prose font-medium text-attention">
        {lines.length > 0
          ? plural(
              changes.length,
              'Before the next update, use the new URN in your program, or keep the old one and add the alias. Otherwise the update creates the resource again and deletes this one.',
              'Before the next update, use the new URNs in your program, or keep the old ones and add the aliases. Otherwise the update creates the resources again and deletes these.',
            )
          : plural(changes.length, 'This URN changes.', 'These URNs change.')}
      </p>
      {lines.length > 1 && (
        <p className="flex items-center gap-1 text-sm text-muted">
          Copy all {lines.length} lines <CopyButton text={lines.join('\n')} label="Copy all alias lines" isLines />
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {(isWhole ? changes : changes.slice(0, FEW)).map(({ from, to, alias = '' }) => (
          <li key={`${from} ${to}`} className="flex min-w-0 flex-col gap-1">
            <ChangedUrn from={from} to={to} />
            {alias !== '' && <CodeLine code={alias} label="Copy the alias line" />}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button size="sm" className="self-start" onClick={() => setWantsAll(true)}>
          Show all {number(changes.length)}
        </Button>
      )}
    </section>
  )
}
