import type { StackRef } from '#contract/common.ts'
import type { Recognised } from '#domain/errorDictionary/recogniseErrors.ts'
import { commandsFor } from '#src/features/diagnose/commands.ts'
import { recoveryTitles } from '#domain/recoveries/titles.ts'
import { TerminalLines } from '#src/features/recovery/TerminalLines.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'

type Props = {
  known: Recognised
  /** As the text names it; undefined where it names none. */
  stack: StackRef | undefined
  /** The stack is one of this console's. */
  isHere: boolean
}

/** What the text names. */
const words: Readonly<Record<string, string>> = { stack: 'Stack', urn: 'Resource', version: 'Version' }

/** Stands where the person has to put the name. */
const PLACEHOLDER: StackRef = { org: 'ORGANIZATION', project: 'PROJECT', stack: 'STACK' }

/** One message: what it means, why, and what to do about it here and now. */
export function KnownCard({ known, stack, isHere }: Props) {
  const { title, fragment, meaning, advice, recoveries, where, count, places, found } = known
  const named = Object.entries(found).filter(([name, value]) => name in words && value !== '')
  const lines = [...new Set(recoveries.flatMap((recovery) => commandsFor(recovery, stack ?? PLACEHOLDER)))]
  return (
    <Card
      level={2}
      title={<span className="wrap-anywhere">{title}</span>}
      actions={
        stack && isHere && recoveries.length > 0 ? (
          <LinkButton to={paths.recover(stack)} size="sm">
            Recover {stack.stack}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-3">
        <p className="max-w-prose">{meaning}</p>
        {advice && <p className="max-w-prose">{advice}</p>}
        <p className="text-sm text-muted">
          Recognised by <Mono className="wrap-anywhere">{fragment}</Mono> in line {places[0]?.line.toLocaleString('en')}
          {count > 1 && `, ${count.toLocaleString('en')} times`}. Said by: {where}.
        </p>
        {named.length > 0 && (
          <KeyValue items={named.map(([name, value]) => ({ label: words[name], value: <Mono>{value}</Mono> }))} />
        )}
        {recoveries.length > 0 && (
          <ul aria-label="Ways out" className="flex flex-col gap-1">
            {recoveries.map((recovery) => (
              <li key={recovery}>
                <span className="text-muted">{recovery}</span> {recoveryTitles[recovery]}
              </li>
            ))}
          </ul>
        )}
        {lines.length > 0 && (
          <>
            {!stack && (
              <p className="text-sm text-muted">Put your stack’s name in place of ORGANIZATION/PROJECT/STACK.</p>
            )}
            <TerminalLines lines={lines} />
          </>
        )}
      </div>
    </Card>
  )
}
