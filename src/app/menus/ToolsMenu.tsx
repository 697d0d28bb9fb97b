import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { matchPath, useLocation } from 'react-router'
import { untrackedQueries } from '#src/api/untracked.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu, MenuLink } from '#src/ui/Menu.tsx'
import { toolPages } from '../navigation.ts'

/** The menu of tools that need no stack. */
export function ToolsMenu() {
  const { pathname } = useLocation()
  const { data: untracked } = useQuery({ ...untrackedQueries.count(), throwOnError: false })
  // While there are untracked resources, their page has a link of its own beside this menu.
  const hasLink = (to: string) => to === paths.untracked() && untracked?.open !== 0
  const isHere = toolPages.some(({ to }) => !hasLink(to) && matchPath({ path: to, end: false }, pathname))
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
