import MenuIcon from 'lucide-react/icons/menu'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { mainPages, toolPages } from '../navigation.ts'

/** The menu of main pages, for screens too narrow to list them. */
export const PagesMenu = () => (
  <Menu align="start" trigger={<IconButton label="Pages" Icon={MenuIcon} />}>
    {mainPages.map(({ to, label, Icon }) => (
      <MenuLink key={to} to={to} Icon={Icon}>
        {label}
      </MenuLink>
    ))}
    <MenuSeparator />
    {toolPages.map(({ to, label, Icon }) => (
      <MenuLink key={to} to={to} Icon={Icon}>
        {label}
      </MenuLink>
    ))}
  </Menu>
)
