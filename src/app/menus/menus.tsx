// The header's menus are loaded after the first paint: their buttons are there at once, their contents are large.
import { type ComponentType, Suspense } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleUser from 'lucide-react/icons/circle-user'
import MenuIcon from 'lucide-react/icons/menu'
import SunMoon from 'lucide-react/icons/sun-moon'
import { Button } from '#src/ui/Button.tsx'
import type { Icon as IconType } from '#src/ui/icon.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

/** Instead of a menu whose code could not be loaded. */
const unloaded = (label: string) => ({
  label: `${label}: not loaded. Reload the page`,
  onClick: () => location.reload(),
})

const later = (label: string, Icon: IconType, load: () => Promise<ComponentType>) => {
  const Menu = lazyPart(load, () => <IconButton Icon={Icon} {...unloaded(label)} />)
  return function MenuToCome() {
    return (
      <Suspense fallback={<IconButton label={label} Icon={Icon} aria-haspopup="menu" />}>
        <Menu />
      </Suspense>
    )
  }
}

export const PagesMenu = later('Pages', MenuIcon, async () => (await import('./PagesMenu.tsx')).PagesMenu)
export const ViewMenu = later('Theme and density', SunMoon, async () => (await import('./ViewMenu.tsx')).ViewMenu)
export const UserMenu = later('Account', CircleUser, async () => (await import('./UserMenu.tsx')).UserMenu)

const LazyTools = lazyPart(
  async () => (await import('./ToolsMenu.tsx')).ToolsMenu,
  () => {
    const { label, onClick } = unloaded('Tools')
    return (
      <Button look="plain" onClick={onClick}>
        {label}
      </Button>
    )
  },
)

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
