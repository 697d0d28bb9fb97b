import ChevronDown from 'lucide-react/icons/chevron-down'
import { matchPath, useLocation } from 'react-router'
import { Button } from '#src/ui/Button.tsx'
import { Menu, MenuLink } from '#src/ui/Menu.tsx'
import { toolPages } from '../navigation.ts'

/** The menu of tools that need no stack. */
export function ToolsMenu() {
  const { pathname } = useLocation()
  const isHere = toolPages.some(({ to }) => matchPath({ path: to, end: false }, pathname))
  return (
    <Menu
      align="start"
      trigger={
        <Button
          look="plain"
          aria-current={isHere || undefined}
          className={isHere ? 'bg-accent-subtle! text-accent!' : 'font-normal text-muted'}
        >
          Tools <ChevronDown aria-hidden />
        </Button>
      }
    >
      {toolPages.map(({ to, label, Icon }) => (
        <MenuLink key={to} to={to} Icon={Icon}>
          {label}
        </MenuLink>
      ))}
    </Menu>
  )
}
