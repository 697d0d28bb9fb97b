import SunMoon from 'lucide-react/icons/sun-moon'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuChoice, MenuSeparator } from '#src/ui/Menu.tsx'
import { usePreferences } from '../preferences.ts'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

/** Theme and density. */
export function ViewMenu() {
  const { theme, density, setTheme, setDensity } = usePreferences()
  return (
    <Menu trigger={<IconButton label="Theme and density" Icon={SunMoon} />}>
      <MenuChoice label="Theme" value={theme} options={themes} onChange={setTheme} />
      <MenuSeparator />
      <MenuChoice label="Density" value={density} options={densities} onChange={setDensity} />
    </Menu>
  )
}
