import { useQuery } from '@tanstack/react-query'
import { isAdmin, sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { TabLinks } from '#src/ui/TabLinks.tsx'

/** The settings pages that this user may see. */
export function SettingsTabs() {
  const { data: session } = useQuery(sessionQueries.current())
  const items = [
    { to: paths.settings.tokens(), label: 'Access tokens' },
    { to: paths.settings.sessions(), label: 'Sessions' },
    { to: paths.settings.preferences(), label: 'Preferences' },
    ...(session && isAdmin(session)
      ? [
          { to: paths.settings.users(), label: 'Users' },
          { to: paths.settings.organizations(), label: 'Organizations' },
          { to: paths.settings.backends(), label: 'Backends' },
          { to: paths.settings.approvals(), label: 'Approvals' },
          { to: paths.settings.audit(), label: 'Audit log' },
        ]
      : []),
    // Also for administrators of a single organization.
    ...(session?.scope === 'admin'
      ? [
          { to: paths.settings.deleted(), label: 'Deleted stacks' },
          { to: paths.settings.retention(), label: 'Retention' },
        ]
      : []),
  ]
  return <TabLinks label="Settings" items={items} />
}
