import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { CompareRequest } from '#contract/diff.ts'
import type { StateVersions } from '#contract/stacks.ts'
import { originWords } from '#domain/backends/keptWords.ts'
import { parseFullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { versionQueries } from '#src/api/versions.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

/** As many as fit side by side on a wide screen. */
const MAX_CHANGES = 4
const MAX_STACKS = 4

type Props = { stack: StackRef; request: z.output<typeof CompareRequest>; newest: number }

/** Common comparisons: what each of the last updates changed, and the project’s other stacks. */
export function Suggestions({ stack, request, newest }: Props) {
  const { data } = useQuery(versionQueries.list(stack))
  const { data: known } = useQuery(stackQueries.names(stack.org))
  const present = (data?.versions ?? []).filter(({ removedAt }) => removedAt === null)
  const pairs = present
    .slice(0, MAX_CHANGES)
    .flatMap((to, index) => (present[index + 1] ? [{ from: present[index + 1]?.version ?? 0, to }] : []))
  const isSibling = (name: string) => {
    const ref = parseFullName(name)
    return ref?.org === stack.org && ref.project === stack.project && ref.stack !== stack.stack
  }
  const siblings = (known?.names ?? []).filter(isSibling)
  const isOnlyOne = pairs.every(({ from, to }) => request.from === from && (request.to ?? newest) === to.version)
  if (isOnlyOne && siblings.length === 0) return null
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!isOnlyOne && (
        <nav aria-label="Recent changes">
          <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4 2xl:grid-cols-1">
            {pairs.map(({ from, to }) => (
              <li key={to.version} className="min-w-0">
                <Change
                  stack={stack}
                  to={paths.compare(stack, { from, to: to.version })}
                  from={from}
                  version={to}
                  isCurrent={request.from === from && (request.to ?? newest) === to.version}
                />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {siblings.length > 0 && (
        <nav aria-label="Other stacks of the project" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="text-muted">Compare with</span>
          {siblings.slice(0, MAX_STACKS).map((name) => (
            <TextLink key={name} to={paths.compare(stack, { of: name })} title={name} className="wrap-anywhere">
              {parseFullName(name)?.stack}
            </TextLink>
          ))}
        </nav>
      )}
    </div>
  )
}

type ChangeProps = {
  stack: StackRef
  to: string
  from: number
  version: z.output<typeof StateVersions>['versions'][number]
  isCurrent: boolean
}

function Change({ stack, to, from, version: { version, update, at }, isCurrent }: ChangeProps) {
  const name = useRunnerName(update?.by.login ?? '', update?.ci ?? null)
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex h-full min-w-0 flex-col rounded-lg border px-3 py-2 text-ink no-underline',
        isCurrent ? 'border-accent bg-accent-subtle' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      <span className="truncate max-sm:whitespace-normal max-sm:wrap-anywhere">
        <span className="font-medium tabular-nums">
          {number(from)} → {number(version)}
        </span>{' '}
        {update ? update.message || update.kind : originWords(stack)}
      </span>
      <span className="truncate text-sm text-muted">
        {name !== '' && `${name}, `}
        <Time at={at} />
      </span>
    </Link>
  )
}
