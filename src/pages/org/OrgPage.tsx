import type { QueryClient } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { filterFor, StackBrowser } from '#src/features/stacks/StackBrowser.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

export const loader =
  (client: QueryClient) =>
  ({ request, params }: LoaderFunctionArgs) =>
    client.ensureQueryData(stackQueries.list(filterFor(new URL(request.url).searchParams, params['org'])))

/** The stacks of one organisation, or of one person: the CLI prints both as `/:name` (service-api 2.6). */
export default function OrgPage() {
  const { org = '' } = useParams()
  return (
    <>
      <PageHeader title={org} breadcrumbs={[{ to: paths.stacks(), label: 'Stacks' }]} />
      <StackBrowser
        org={org}
        whenNone={
          <Card>
            <EmptyState
              Icon={Layers}
              title={`${org} has no stacks here`}
              action={<LinkButton to={paths.stacks()}>All stacks</LinkButton>}
            >
              It may be the name of a person, or of an organisation whose stacks live elsewhere.
            </EmptyState>
          </Card>
        }
      />
    </>
  )
}
