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
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { number, plural } from '#words/counts.ts'
import { DatedTime } from '#src/ui/Time.tsx'
import { AccessDialog } from '../tokens/AccessDialog.tsx'
import { RemoveUserDialog } from './RemoveUserDialog.tsx'
import { SettingsTabs } from '../SettingsTabs.tsx'
import { UserDialog } from './UserDialog.tsx'
import { roleWords } from '#src/features/access/accessWords.ts'

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
      <PageHeader title="Settings" meta={<span>Who may use this server, and as what.</span>} />
      <SettingsTabs />
      <Card
        title="Users"
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

const UserTable = ({ users, isLastAdmin, onOpen }: TableProps) => (
  <Table label="Users" narrow="cards">
    <THead>
      <Tr>
        <Th>User</Th>
        <Th>Role</Th>
        <Th align="right">Tokens</Th>
        <Th>Token last used</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {users.map((user) => (
        <Tr key={user.id}>
          <Td className="min-w-24 py-1.5 font-medium wrap-anywhere max-sm:order-1">
            <span className="flex items-center gap-2.5">
              <Avatar name={user.name} login={user.login} size="lg" />
              <span>
                {visibleText(user.name)}
                {user.isYou && <span className="font-normal text-muted"> (you)</span>}
                {user.name !== user.login && <span className="block font-normal text-muted">{user.login}</span>}
              </span>
            </span>
          </Td>
          <Td className="sm:min-w-32 max-sm:order-2 max-sm:self-center max-sm:text-right">
            {roleWords[user.role].label}
            {Object.entries(user.roles).map(([org, role]) => (
              <span key={org} className="block text-xs text-muted">
                {org}: {roleWords[role].label.toLowerCase()}
              </span>
            ))}
          </Td>
          <Td align="right" className="max-sm:order-3 max-sm:text-left">
            {number(user.tokenCount)}
            <span className="sm:hidden"> {plural(user.tokenCount, 'token', 'tokens')}</span>
          </Td>
          <Td className="py-1 whitespace-nowrap max-sm:order-4 max-sm:text-right">
            <InCard>Used</InCard>
            {user.lastUsedAt === null ? (
              <span className="text-muted">never</span>
            ) : (
              <DatedTime at={user.lastUsedAt} look="cell" />
            )}
          </Td>
          <Td align="right" className="max-sm:order-5 max-sm:col-span-2 max-sm:py-1">
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
          </Td>
        </Tr>
      ))}
    </TBody>
  </Table>
)
