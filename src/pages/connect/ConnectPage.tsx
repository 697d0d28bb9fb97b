import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { CiVariables } from '#src/features/stacks/CiVariables.tsx'
import { FirstRun } from '#src/features/stacks/FirstRun.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

export const loader = (client: QueryClient) => () =>
  Promise.all([
    client.ensureQueryData(sessionQueries.connect()),
    client.ensureQueryData(sessionQueries.tokens()),
    client.ensureQueryData(stackQueries.attention()),
  ])

/** How a CLI connects to this server. */
export default function ConnectPage() {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const { data: attention } = useSuspenseQuery(stackQueries.attention())
  return (
    <>
      <PageHeader title="Connect the CLI" />
      <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card title="Get started">
          <FirstRun progress={attention.lastActivity === null ? attention : undefined} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card look="section" title="In CI" actions={<TextLink to={paths.settings.tokens()}>Create a token</TextLink>}>
            <CiVariables connect={connect} />
          </Card>
          <Card look="section" title="This server">
            <KeyValue
              items={[
                { label: 'API', value: <Mono>{connect.apiUrl}</Mono> },
                { label: 'Console', value: <Mono>{connect.consoleUrl}</Mono> },
                { label: 'Organization', value: <Mono>{connect.organization}</Mono> },
                { label: 'Data', value: connect.dataPath === null ? undefined : <Mono>{connect.dataPath}</Mono> },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  )
}
