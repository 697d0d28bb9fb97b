import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { filterFor, StackBrowser } from '#src/features/stacks/list/StackBrowser.tsx'
import { OrgSwitcher } from '#src/features/stacks/OrgSwitcher.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { NoSuchOrg } from './NoSuchOrg.tsx'

export const loader =
  (client: QueryClient) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const { login } = await client.ensureQueryData(sessionQueries.current())
    const filter = filterFor(new URL(request.url).searchParams, ownerOf(params['org'] ?? '', login))
    await client.ensureQueryData(stackQueries.list(filter))
  }

/** The CLI's link after a login names the user, who owns no stacks but sees all of them. */
const ownerOf = (name: string, login: string): string | undefined => (name === login ? undefined : name)

/**
 * The stacks of an organization, or of a user: the CLI prints both as `/:name` (docs/protocol.md, Console addresses).
 */
export default function OrgPage() {
  const { org = '' } = useParams()
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const owner = ownerOf(org, session.login)
  if (owner !== undefined && !session.organizations.includes(org)) return <NoSuchOrg org={org} session={session} />
  return (
    <>
      <PageHeader
        title={owner === undefined ? org : `Organization ${org}`}
        breadcrumbs={[{ to: paths.stacks(), label: 'Stacks' }]}
        status={<OrgSwitcher org={org} />}
        meta={owner === undefined && <span>All stacks that you may see</span>}
      />
      <StackBrowser
        {...(owner !== undefined && { org: owner })}
        whenNone={
          <Card>
            <EmptyState
              Icon={Layers}
              title={`${org} has no stacks yet`}
              action={<LinkButton to={paths.stacks()}>All stacks</LinkButton>}
            />
          </Card>
        }
      />
    </>
  )
}
