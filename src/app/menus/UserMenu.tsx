import { useMutation, useQuery } from '@tanstack/react-query'
import CircleUser from 'lucide-react/icons/circle-user'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { ComponentProps } from 'react'
import type { Role } from '#contract/session.ts'
import { sessionQueries, SIGNING_OUT, signOut } from '#src/api/session.ts'
import { useLeave } from '#src/features/access/useLeave.ts'
import { paths } from '#src/lib/paths.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { nameOrLogin } from '#words/personName.ts'

const roleNames = { reader: 'Reader', operator: 'Operator', admin: 'Administrator' } as const satisfies Record<
  Role,
  string
>

/** The signed-in user, and how to sign out. */
export function UserMenu() {
  const { data: session } = useQuery(sessionQueries.current())
  const end = useMutation({ mutationKey: SIGNING_OUT, mutationFn: signOut, onSuccess: useLeave() })
  // As wide as the button, so that nothing moves when the user is known.
  if (!session) return <CircleUser aria-hidden className="m-0.5 size-6 shrink-0 text-faint" />
  return (
    <Menu trigger={<Initials name={nameOrLogin(session)} login={session.login} />}>
      <p className="px-3 py-1">
        <span className="block font-semibold">{nameOrLogin(session)}</span>
        <span className="block text-sm text-muted">
          {session.login} · {roleNames[session.role]}
        </span>
      </p>
      <MenuSeparator />
      <MenuLink to={paths.settings.tokens()} Icon={KeyRound}>
        Access tokens
      </MenuLink>
      <MenuLink to={paths.settings.preferences()} Icon={SlidersHorizontal}>
        Preferences
      </MenuLink>
      <MenuItem Icon={LogOut} onSelect={() => end.mutate()}>
        {end.isError ? 'Sign out (the server did not answer; try again)' : 'Sign out'}
      </MenuItem>
    </Menu>
  )
}

type InitialsProps = ComponentProps<'button'> & { name: string; login: string }

const Initials = ({ name, login, ...rest }: InitialsProps) => (
  <Tooltip text={`Signed in as ${login}`}>
    <button
      type="button"
      {...rest}
      aria-label={`Signed in as ${login}`}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-full hover:bg-hover"
    >
      <Avatar name={name} login={login} size="md" />
    </button>
  </Tooltip>
)
