import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '#src/ui/Button.tsx'
import { Menu, MenuLink } from '#src/ui/Menu.tsx'
import { toolPages } from '../navigation.ts'

/** The menu of tools that need no stack. */
export const ToolsMenu = () => (
  <Menu
    align="start"
    trigger={
      <Button look="plain" className="font-normal text-muted">
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
