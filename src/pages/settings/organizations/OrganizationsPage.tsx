import { type QueryClient, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '#contract/organizations.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { createOrganization, organizationQueries, removeOrganization } from '#src/api/organizations.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Person } from '#src/features/people/Person.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { SettingsTabs } from '../SettingsTabs.tsx'

export const loader = (client: QueryClient) => () => client.ensureQueryData(organizationQueries.list())

/** The organizations of this server: stacks are created only in one of them. */
export default function OrganizationsPage() {
  const { data } = useSuspenseQuery(organizationQueries.list())
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: organizationQueries.all() }),
      client.invalidateQueries({ queryKey: sessionQueries.current().queryKey }),
    ])
  const remove = useMutation({ mutationFn: removeOrganization, onSuccess: refresh })
  return (
    <>
      <PageHeader title="Settings" meta={<span>Where stacks can be created.</span>} />
      <SettingsTabs />
      <div className="flex flex-col gap-4">
        <NewOrganization onCreated={refresh} />
        <Card title="Organizations" padding="none">
          {remove.isError && (
            <Notice tone="danger" title="Not removed">
              {troubleOf(remove.error).detail}
            </Notice>
          )}
          <OrganizationTable
            organizations={data.organizations}
            removing={remove.isPending ? remove.variables : undefined}
            onRemove={remove.mutate}
          />
        </Card>
      </div>
    </>
  )
}

function NewOrganization({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => createOrganization(name.trim()),
    onSuccess: async () => {
      setName('')
      await onCreated()
    },
  })
  const isEmpty = name.trim() === ''
  return (
    <Card title="New organization">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) create.mutate()
        }}
      >
        <p className="text-muted">
          <code>pulumi stack init</code>, imports and transfers are refused in an organization that is not in this list,
          so that a typing mistake does not create one.
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-full sm:w-80">
            <TextField
              label="Name"
              autoComplete="off"
              autoCapitalize="none"
              maxLength={100}
              value={name}
              onChange={setName}
            />
          </div>
          <Button type="submit" look="primary" busy={create.isPending} blocked={isEmpty ? 'Enter a name.' : undefined}>
            Create organization
          </Button>
        </div>
        {create.isError && (
          <Notice tone="danger" title="Not created">
            {troubleOf(create.error).detail}
          </Notice>
        )}
      </form>
    </Card>
  )
}

type TableProps = {
  organizations: readonly Organization[]
  removing: string | undefined
  onRemove: (name: string) => void
}

const OrganizationTable = ({ organizations, removing, onRemove }: TableProps) => (
  <Table label="Organizations" narrow="cards">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th align="right">Stacks</Th>
        <Th>Created</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {organizations.map(({ name, stackCount, deletedCount, createdAt, createdBy, isRemovable }) => (
        <Tr key={name}>
          <Td className="font-medium wrap-anywhere">
            <TextLink to={paths.org(name)}>{name}</TextLink>
          </Td>
          <Td align="right" className="max-sm:text-right">
            {number(stackCount)}
            <span className="sm:hidden"> {plural(stackCount, 'stack', 'stacks')}</span>
            {deletedCount > 0 && (
              <TextLink className="block text-xs" to={paths.settings.deleted({ org: name })}>
                {counted(deletedCount, 'deleted stack')}
              </TextLink>
            )}
          </Td>
          <Td>
            <InCard>Created</InCard>
            {createdAt === null || createdBy === null ? (
              <span className="text-muted">{createdAt === null && 'with this server or its first stack'}</span>
            ) : (
              <>
                <DatedTime at={createdAt} look="cell" /> by <Person login={createdBy} />
              </>
            )}
          </Td>
          <Td align="right">
            {isRemovable && (
              <Button size="sm" aria-label={`Remove ${name}`} busy={removing === name} onClick={() => onRemove(name)}>
                Remove
              </Button>
            )}
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
