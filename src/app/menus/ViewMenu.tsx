import { useQuery } from '@tanstack/react-query'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SunMoon from 'lucide-react/icons/sun-moon'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { usePreferences } from '#src/lib/preferences.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuChoice, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

/** Theme and density; the other preferences have a page, for users who are signed in. */
export function ViewMenu() {
  const { theme, density } = usePreferences()
  const { data: session } = useQuery({ ...sessionQueries.current(), enabled: false })
  return (
    <Menu trigger={<IconButton label="Theme and density" Icon={SunMoon} />}>
      <MenuChoice
        label="Theme"
        value={theme}
        options={themes}
        onChange={(next) => usePreferences.setState({ theme: next })}
      />
      <MenuSeparator />
      <MenuChoice
        label="Density"
        value={density}
        options={densities}
        onChange={(next) => usePreferences.setState({ density: next })}
      />
      {session && (
        <>
          <MenuSeparator />
          <MenuLink to={paths.settings.preferences()} Icon={SlidersHorizontal}>
            All preferences
          </MenuLink>
        </>
      )}
    </Menu>
  )
}
