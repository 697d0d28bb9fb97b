import { visibleText } from '#words/visible.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { sessionQueries } from '#src/api/session.ts'
import { userQueries } from '#src/api/users.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TimeOrNever } from '#src/ui/TimeOrNever.tsx'
import { AccessDialog } from '../tokens/AccessDialog.tsx'
import { RemoveUserDialog } from './RemoveUserDialog.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { UserDialog } from './UserDialog.tsx'
import { counted } from '#words/counts.ts'
import { roleLabel, roleWords } from '#src/features/access/accessWords.ts'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(userQueries.list()), client.ensureQueryData(sessionQueries.current())])

type Open = { what: 'new' } | { what: 'edit' | 'access' | 'remove'; user: User }

/** The users of this server and their roles: create, change, sign in, remove. */
export default function UsersPage() {
  const { data } = useSuspenseQuery(userQueries.list())
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const isLastAdmin = (user: User) =>
    user.role === 'admin' && data.users.filter(({ role }) => role === 'admin').length === 1
  return (
    <>
      <PageHeader title="Users" meta={<span>People with access, and their roles</span>} />
      <SettingsTabs />
      <Card
        title={counted(data.users.length, 'user')}
        padding="none"
        actions={
          <Button size="sm" look="primary" onClick={() => setOpen({ what: 'new' })}>
            New user…
          </Button>
        }
      >
        <UserTable users={data.users} isLastAdmin={isLastAdmin} onOpen={setOpen} />
      </Card>
      {open?.what === 'new' && <UserDialog organizations={session.organizations} onClose={close} />}
      {open?.what === 'edit' && (
        <UserDialog
          user={open.user}
          isLastAdmin={isLastAdmin(open.user)}
          organizations={session.organizations}
          onClose={close}
        />
      )}
      {open?.what === 'access' && <AccessDialog user={open.user} most={session.scope} onClose={close} />}
      {open?.what === 'remove' && <RemoveUserDialog user={open.user} onClose={close} />}
    </>
  )
}

type TableProps = { users: readonly User[]; isLastAdmin: (user: User) => boolean; onOpen: (open: Open) => void }

const columns: readonly Column<User, Omit<TableProps, 'users'>>[] = [
  {
    head: 'User',
    className: 'min-w-24 py-1.5 font-medium wrap-anywhere',
    phone: { order: 1 },
    cell: ({ name, login, isYou }) => (
      <span className="flex items-center gap-2.5">
        <Avatar name={name} login={login} size="lg" />
        <span>
          {visibleText(name)}
          {isYou && <span className="font-normal text-muted"> (you)</span>}
          {name !== login && <span className="block font-normal text-muted">{login}</span>}
        </span>
      </span>
    ),
  },
  {
    head: 'Role',
    className: 'sm:min-w-32 max-sm:self-center',
    phone: { order: 2, align: 'right' },
    cell: ({ role, roles }) => (
      <>
        {roleWords[role].label}
        {Object.entries(roles).map(([org, roleThere]) => (
          <span key={org} className="block text-xs text-muted">
            {org}: {roleLabel(roleThere).toLowerCase()}
          </span>
        ))}
      </>
    ),
  },
  {
    head: 'Tokens',
    align: 'right',
    phone: { order: 3, align: 'left' },
    cell: ({ tokenCount }) => <CountInCard count={tokenCount} one="token" many="tokens" />,
  },
  {
    head: 'Token last used',
    className: 'py-1 whitespace-nowrap',
    phone: { order: 4, align: 'right', label: 'Used' },
    cell: ({ lastUsedAt }) => <TimeOrNever at={lastUsedAt} />,
  },
  {
    ...ACTIONS,
    className: 'max-sm:py-1',
    phone: { order: 5, isWide: true },
    cell: (user, { isLastAdmin, onOpen }) => (
      <span className="inline-flex gap-1">
        <Button size="sm" aria-label={`Access of ${user.login}`} onClick={() => onOpen({ what: 'access', user })}>
          Access…
        </Button>
        <Button size="sm" aria-label={`Edit ${user.login}`} onClick={() => onOpen({ what: 'edit', user })}>
          Edit…
        </Button>
        <Button
          size="sm"
          aria-label={`Remove ${user.login}`}
          blocked={isLastAdmin(user) ? 'The last administrator cannot be removed.' : undefined}
          onClick={() => onOpen({ what: 'remove', user })}
        >
          Remove…
        </Button>
      </span>
    ),
  },
]

const UserTable = ({ users, ...context }: TableProps) => (
  <Table label="Users" columns={columns} rows={users} rowKey={({ id }) => id} context={context} />
)
