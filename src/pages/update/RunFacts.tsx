import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StackDetail } from '#contract/stacks.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { billsRequests } from '#domain/backends/requestCost.ts'
import { runCost } from '#domain/backends/diy/runCost.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { commitUrl } from '#domain/lease/client.ts'
import { leftUnknown, shortCommit } from '#src/features/updates/words.ts'
import { bothTimes, clockTimeSeconds, localDate } from '#words/time.ts'
import { Card } from '#src/ui/Card.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { bytesText } from '#words/bytes.ts'
import { counted, number } from '#words/counts.ts'
import { UNRECORDED_LOGIN } from '#words/personName.ts'

/** Counts, commit and client of a run; the head of the page says who ran it. */
export function RunFacts({ run }: { run: UpdateDetail }) {
  const { data: stack } = useQuery(stackQueries.detail(run.stack))
  const { resourceChanges, resourceCount, git, client, startedAt, createdAt, endedAt, id, environment } = run
  const { cliVersion, command, os, host, address } = client
  const place = [host, address].filter((part) => part !== null)
  return (
    <Card look="section" title="About">
      <div className="grid gap-x-8 gap-y-1.5 md:max-2xl:grid-cols-2">
        <KeyValue
          className="content-start"
          items={[
            {
              label: 'Changes',
              value:
                resourceChanges === null ? undefined : (
                  <ChangeCounts counts={resourceChanges} look="words" unknown={leftUnknown(run)} />
                ),
            },
            {
              label: 'Resources',
              value: resourceCount === null ? undefined : `${number(resourceCount)} afterwards, providers included`,
            },
            { label: 'Written', value: written(run, stack) },
            { label: 'Started', value: <At at={startedAt ?? createdAt} /> },
            { label: 'Ended', value: endedAt === null ? undefined : <At at={endedAt} /> },
            {
              label: 'ID',
              value: (
                <span className="inline-flex items-center gap-1">
                  <Mono>{id}</Mono>
                  <CopyButton text={id} label="Copy the ID" />
                </span>
              ),
            },
          ]}
        />
        <KeyValue
          className="content-start"
          items={[
            {
              label: 'Commit',
              value:
                git === null ? undefined : (
                  <>
                    <ExternalLink href={commitUrl(environment, git.head)}>
                      <Mono>{shortCommit(git.head)}</Mono>
                    </ExternalLink>
                    {git.branch !== null && <> on {git.branch}</>}
                    {git.dirty && <span className="text-attention"> (dirty)</span>}
                  </>
                ),
            },
            { label: 'CLI', value: cliVersion === null ? undefined : cliVersion.replace(/^v/, '') },
            { label: 'Command', value: command === null ? undefined : <Mono>pulumi {command}</Mono> },
            { label: 'System', value: os ?? undefined },
            { label: 'Host', value: place.length === 0 ? undefined : <Mono>{place.join(', ')}</Mono> },
            { label: 'Run by', value: notRecorded(run, stack) },
          ]}
        />
      </div>
    </Card>
  )
}

/**
 * What the CLI wrote to the backend in a run there; undefined for runs of this server.
 */
function written({ resourceChanges: changes, resourceCount }: UpdateDetail, stack: StackDetail | undefined): ReactNode {
  const kind = stack?.elsewhere?.kind
  if (stack === undefined || kind === undefined || kind === 'opened') return undefined
  const present = { resourceCount: stack.resourceCount, bytes: stack.stateBytes }
  const cost = changes && resourceCount !== null ? runCost({ changes, resourceCount }, present) : undefined
  if (cost === undefined) return undefined
  const requests = billsRequests(kind) ? ` and ${counted(cost.requests, 'request')}` : ''
  return (
    <>
      estimated: the whole state {number(cost.saves)} times, about {bytesText(cost.bytes)} uncompressed{requests}
    </>
  )
}

/** A self-managed backend does not say who ran it; the name of such a run is that of the commit. */
const notRecorded = ({ by: { login }, ci }: UpdateDetail, stack: StackDetail | undefined): string | undefined =>
  stack?.elsewhere && ci === null
    ? `not recorded by the backend${login === UNRECORDED_LOGIN ? '' : `; ${login} is the author of the commit`}`
    : undefined

/** In local time; UTC on hover. */
const At = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={bothTimes(at)}>
    {localDate(at)} {clockTimeSeconds(at)}
  </time>
)
