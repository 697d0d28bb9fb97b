import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleUser from 'lucide-react/icons/circle-user'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import { useNavigate } from 'react-router'
import type { Role } from '#contract/session.ts'
import { sessionQueries, signOut } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'

const roleNames = { reader: 'Reader', operator: 'Operator', admin: 'Administrator' } as const satisfies Record<
  Role,
  string
>

/** The signed-in user, and how to sign out. */
export function UserMenu() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionQueries.current())
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate(paths.login())
      client.clear() // the next user must not see this user's data
    },
  })
  if (!session) return null
  return (
    <Menu trigger={<IconButton label={`Signed in as ${session.login}`} Icon={CircleUser} />}>
      <p className="px-3 py-1">
        <span className="block font-semibold">{session.name || session.login}</span>
        <span className="block text-sm text-muted">
          {session.login} · {roleNames[session.role]}
        </span>
      </p>
      <MenuSeparator />
      <MenuLink to={paths.settings.tokens()} Icon={KeyRound}>
        Access tokens
      </MenuLink>
      <MenuItem Icon={LogOut} onSelect={() => leave.mutate()}>
        {leave.isError ? 'Sign out (the server did not answer; try again)' : 'Sign out'}
      </MenuItem>
    </Menu>
  )
}
