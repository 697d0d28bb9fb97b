import { useQuery } from '@tanstack/react-query'
import type { SettingChange } from '#contract/runCourse.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SidesTable } from '#src/ui/SidesTable.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

const signs = { added: '+ added', removed: '− removed', changed: '~ changed' } as const satisfies Record<
  SettingChange['change'],
  string
>

/** Differences in configuration and environment from the run before of the same kind. */
export function SettingsBeforeCard({ run }: { run: UpdateDetail }) {
  const { data, error, refetch, isFetching } = useQuery(updateQueries.before(run.stack, run.id))
  const before = data?.run
  return (
    <Card title="Compared with the run before" padding="none">
      {error ? (
        <div className="p-4">
          <ErrorView title="The run before could not be read" {...failureOf({ error, refetch, isFetching })} />
        </div>
      ) : !data ? (
        <Skeleton label="Loading the run before" rows={2} />
      ) : !before ? (
        <p className="px-4 py-3 text-muted">There is no earlier run of this kind to compare with.</p>
      ) : (
        <>
          <p className="px-4 py-2 text-muted">
            {data.config.length + data.environment.length === 0 ? 'Same configuration and environment as ' : 'Since '}
            <TextLink to={runPath(run.stack, before)}>{runTitle(before)}</TextLink>
            {data.config.length + data.environment.length === 0 ? '.' : ':'}
          </p>
          {data.config.length > 0 && <Changes label="Changed configuration" changes={data.config} />}
          {data.environment.length > 0 && <Changes label="Changed environment" changes={data.environment} />}
        </>
      )}
    </Card>
  )
}

const Changes = ({ label, changes }: { label: string; changes: readonly SettingChange[] }) => (
  <div className="border-t border-line">
    <h3 className="px-3 pt-2 text-sm font-semibold">{label}</h3>
    <SidesTable
      label={label}
      heads={['Name', 'Before', 'Now']}
      rows={changes}
      rowKey={({ name }) => name}
      whatClass="min-w-40 align-top"
      what={({ name, change }) => (
        <>
          <Mono>{name}</Mono>
          <span className="block text-xs text-muted">{signs[change]}</span>
        </>
      )}
      sideClass="wrap-anywhere"
      sides={({ before, after, change, secret }) => [
        change === 'added' ? none : valueOf(before, secret),
        change === 'removed' ? none : valueOf(after, secret),
      ]}
    />
  </div>
)

const none = <span className="text-faint">none</span>

const valueOf = (value: string | null, isSecret: boolean) =>
  value === null && isSecret ? <span className="text-muted">[secret]</span> : value
