import { useQuery } from '@tanstack/react-query'
import Building2 from 'lucide-react/icons/building-2'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Layers from 'lucide-react/icons/layers'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'

/** Switches to the user's other organizations; nothing if there is only one. */
export function OrgSwitcher({ org }: { org: string }) {
  const { data: session } = useQuery(sessionQueries.current())
  const others = (session?.organizations ?? []).filter((name) => name !== org)
  if (others.length === 0) return null
  return (
    <Menu
      align="start"
      trigger={<IconButton label="Other organizations" Icon={ChevronsUpDown} className="size-6 [&_svg]:size-3.5" />}
    >
      {others.map((name) => (
        <MenuLink key={name} to={paths.org(name)} Icon={Building2}>
          {name}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink to={paths.stacks()} Icon={Layers}>
        Stacks of all organizations
      </MenuLink>
    </Menu>
  )
}
