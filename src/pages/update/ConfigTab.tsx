import { useQuery } from '@tanstack/react-query'
import type { UpdateDetail } from '#contract/updates.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { kindWords, runPath, runTitle } from '#src/features/updates/words.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted } from '#words/counts.ts'
import { SettingsTable } from './SettingsTable.tsx'

/**
 * The configuration of the run with masked secrets, and the environment that the client reported: first what differs
 * from the run before of the same kind.
 */
export function ConfigTab({ run }: { run: UpdateDetail }) {
  const { config, environment, stack } = run
  const { data, error, refetch, isFetching, isPending } = useQuery(updateQueries.before(stack, run.id))
  if (isPending) {
    return (
      <Card look="section" isFirst title="Configuration">
        <Skeleton label="Loading the run before" rows={4} />
      </Card>
    )
  }
  const before = data?.run ?? undefined
  const since = (count: number) =>
    before && (
      <span className="text-sm text-muted">
        {count === 0 ? 'Same as ' : `${counted(count, 'difference')} from `}
        <TextLink to={runPath(stack, before)}>{runTitle(before).toLowerCase()}</TextLink>
      </span>
    )
  const facts = Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      {error && <ErrorView title="The run before could not be read" {...failureOf({ error, refetch, isFetching })} />}
      <Card look="section" isFirst title="Configuration" actions={since(data?.config.length ?? 0)}>
        <SettingsTable
          label="Configuration"
          changes={data?.config ?? []}
          values={Object.entries(config).map(([name, value]) => [
            name,
            <JsonValue key={name} label={name} value={shownOf(value)} open={0} />,
          ])}
          nothing="No stack configuration."
        />
        {data && !before && (
          <p className="py-2 text-sm text-muted">No earlier {kindWords(run).toLowerCase()} to compare with.</p>
        )}
      </Card>
      {facts.length + (data?.environment.length ?? 0) > 0 && (
        <Card look="section" title="Environment" actions={since(data?.environment.length ?? 0)}>
          <SettingsTable
            label="Environment"
            changes={data?.environment ?? []}
            values={facts.map(([name, value]) => [name, name === 'git.head' ? <Mono key={name}>{value}</Mono> : value])}
            nothing=""
          />
        </Card>
      )}
    </>
  )
}

/** The engine's placeholder for a masked value; an object is reported as JSON. */
function shownOf({ value, secret, object }: UpdateDetail['config'][string]): unknown {
  if (value === null) return secret ? '[secret]' : null
  if (!object) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
