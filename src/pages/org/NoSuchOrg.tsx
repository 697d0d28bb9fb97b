import SearchX from 'lucide-react/icons/search-x'
import type { Session } from '#contract/session.ts'
import { closestNames } from '#domain/edits/targets.ts'
import { Administrators } from '#src/features/people/Administrators.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

type Props = { org: string; session: Pick<Session, 'organizations' | 'role'> }

/** Shown at the address of an organization that does not exist or may not be seen. */
export function NoSuchOrg({ org, session: { organizations, role } }: Props) {
  const similar = closestNames(organizations, org)
  return (
    <>
      <PageHeader
        title="Organization not found"
        breadcrumbs={[{ to: paths.stacks(), label: 'Stacks' }]}
        meta={
          <span>
            There is no organization <Mono>{org}</Mono> here, or you may not see it.
          </span>
        }
      />
      <Card>
        <div className="flex flex-col gap-4 sm:flex-row">
          <SearchX className="size-7 shrink-0 text-faint" aria-hidden />
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <KeyValue
              items={[
                { label: 'You looked for', value: <Mono>{org}</Mono> },
                { label: 'Similar names', value: similar.length === 0 ? undefined : <Links organizations={similar} /> },
                { label: 'Ask', value: role === 'admin' ? undefined : <Administrators org={undefined} /> },
              ]}
            />
            <div className="flex flex-wrap gap-2">
              <LinkButton look="primary" to={paths.stacks()}>
                All stacks
              </LinkButton>
              <LinkButton to={paths.login({ returnTo: paths.org(org) })}>Sign in as another user</LinkButton>
            </div>
          </div>
        </div>
      </Card>
    </>
  )
}

const Links = ({ organizations }: { organizations: readonly string[] }) => (
  <ul aria-label="Organizations with similar names" className="flex flex-col">
    {organizations.map((name) => (
      <li key={name}>
        <TextLink to={paths.org(name)}>{name}</TextLink>
      </li>
    ))}
  </ul>
)
