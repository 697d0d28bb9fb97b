import Compass from 'lucide-react/icons/compass'
import { useLocation } from 'react-router'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

/** An address that no page has. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title="Page not found" />
      <p className="flex items-start gap-2">
        <Compass className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
        <span>
          No page at <Mono>{pathname}</Mono>. Stack pages are at <Mono>/organization/project/stack</Mono>.
        </span>
      </p>
      <div className="flex gap-2">
        <LinkButton to={paths.stacks()} look="primary">
          All stacks
        </LinkButton>
        <LinkButton to={paths.home()}>Home</LinkButton>
      </div>
    </>
  )
}
