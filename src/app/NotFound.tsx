import Compass from 'lucide-react/icons/compass'
import { useLocation } from 'react-router'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

/** What the user may have looked for: `worker` of `/acme/shop/worker/`. */
const lastName = (pathname: string): string => pathname.split('/').findLast((part) => part !== '') ?? ''

/** Shown at an address without a page. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState
          Icon={Compass}
          title={
            <span className="wrap-anywhere">
              Nothing is at <Mono>{pathname}</Mono>
            </span>
          }
          action={
            <div className="flex gap-2">
              <LinkButton to={paths.stacks()} look="primary">
                All stacks
              </LinkButton>
              <LinkButton to={paths.search({ q: lastName(pathname) })}>Search for it</LinkButton>
            </div>
          }
        >
          Stack pages are at <Mono>/organization/project/stack</Mono>. The page may have been renamed or removed.
        </EmptyState>
      </Card>
    </>
  )
}
