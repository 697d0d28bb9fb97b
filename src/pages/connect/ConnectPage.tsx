import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { ConnectSteps } from '#src/features/stacks/ConnectSteps.tsx'
import { CiVariables } from '#src/features/stacks/CiVariables.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

export const loader = (client: QueryClient) => () => client.ensureQueryData(sessionQueries.connect())

/** How a CLI connects to this server. */
export default function ConnectPage() {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  return (
    <>
      <PageHeader title="Connect the CLI" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card title="Steps">
          <ConnectSteps connect={connect} />
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="In CI" actions={<TextLink to={paths.settings.tokens()}>Create a token</TextLink>}>
            <CiVariables connect={connect} />
          </Card>
          <Card title="This server">
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
