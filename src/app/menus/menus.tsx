// The header's menus are loaded after the first paint: their buttons are there at once, their contents are large.
import { type ComponentType, lazy, Suspense } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUser from 'lucide-react/icons/circle-user'
import MenuIcon from 'lucide-react/icons/menu'
import SunMoon from 'lucide-react/icons/sun-moon'
import { Button } from '#src/ui/Button.tsx'
import type { Icon as IconType } from '#src/ui/icon.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

const LazyPages = lazy(async () => ({ default: (await import('./PagesMenu.tsx')).PagesMenu }))
const LazyTools = lazy(async () => ({ default: (await import('./ToolsMenu.tsx')).ToolsMenu }))
const LazyView = lazy(async () => ({ default: (await import('./ViewMenu.tsx')).ViewMenu }))
const LazyUser = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }))

const later = (label: string, Icon: IconType, Menu: ComponentType) =>
  function MenuToCome() {
    return (
      <Suspense fallback={<IconButton label={label} Icon={Icon} aria-haspopup="menu" />}>
        <Menu />
      </Suspense>
    )
  }

export const PagesMenu = later('Pages', MenuIcon, LazyPages)
export const ViewMenu = later('Theme and density', SunMoon, LazyView)
export const UserMenu = later('Account', CircleUser, LazyUser)

/** Text instead of an icon; the same button shows while the menu loads. */
export const ToolsMenu = () => (
  <Suspense
    fallback={
      <Button look="plain" aria-haspopup="menu" className="font-normal text-muted">
        Tools <ChevronDown aria-hidden />
      </Button>
    }
  >
    <LazyTools />
  </Suspense>
)
