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
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'
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
      <PageHeader title="Organizations" meta={<span>Where stacks can be created</span>} />
      <SettingsTabs />
      <div className="flex flex-col gap-4">
        <Card title={counted(data.organizations.length, 'organization')} padding="none">
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
        <NewOrganization onCreated={refresh} />
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

const columns: readonly Column<Organization, Omit<TableProps, 'organizations'>>[] = [
  {
    head: 'Name',
    className: 'font-medium wrap-anywhere',
    cell: ({ name }) => <TextLink to={paths.org(name)}>{name}</TextLink>,
  },
  {
    head: 'Stacks',
    align: 'right',
    cell: ({ name, stackCount, deletedCount }) => (
      <>
        <CountInCard count={stackCount} one="stack" many="stacks" />
        {deletedCount > 0 && (
          <TextLink className="block text-xs" to={paths.settings.deleted({ org: name })}>
            {counted(deletedCount, 'deleted stack')}
          </TextLink>
        )}
      </>
    ),
  },
  {
    head: 'Created',
    phone: { label: 'Created' },
    cell: ({ createdAt, createdBy }) =>
      createdAt === null || createdBy === null ? (
        <span className="text-muted" title="It was made at the first start, or by its first stack or role.">
          {createdAt === null && 'not recorded'}
        </span>
      ) : (
        <>
          <DatedTime at={createdAt} look="cell" /> by <Person login={createdBy} />
        </>
      ),
  },
  {
    ...ACTIONS,
    cell: ({ name, isRemovable }, { removing, onRemove }) =>
      isRemovable && (
        <Button size="sm" aria-label={`Remove ${name}`} busy={removing === name} onClick={() => onRemove(name)}>
          Remove
        </Button>
      ),
  },
]

const OrganizationTable = ({ organizations, ...context }: TableProps) => (
  <Table label="Organizations" columns={columns} rows={organizations} rowKey={({ name }) => name} context={context} />
)
