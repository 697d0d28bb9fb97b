import type { QueryClient } from '@tanstack/react-query'
import Layers from 'lucide-react/icons/layers'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { stackQueries } from '#src/api/stacks.ts'
import { filterFor, StackBrowser } from '#src/features/stacks/list/StackBrowser.tsx'
import { ViewsMenu } from '#src/features/views/ViewsMenu.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

export const loader =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs) =>
    client.ensureQueryData(stackQueries.list(filterFor(new URL(request.url).searchParams, undefined)))

/** Every stack. */
export default function StacksPage() {
  const [search] = useSearchParams()
  return (
    <>
      <PageHeader title="Stacks" actions={<ViewsMenu list="stacks" search={search.toString()} />} />
      <StackBrowser
        whenNone={
          <Card>
            <EmptyState
              Icon={Layers}
              title="No stacks yet"
              action={
                <LinkButton look="primary" to={paths.connect()}>
                  Connect the CLI
                </LinkButton>
              }
            >
              Every stack that is created or imported here appears in this list.
            </EmptyState>
          </Card>
        }
      />
    </>
  )
}
