import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { TabLinks } from '#src/ui/TabLinks.tsx'

/** The parts of the settings that this person may see. */
export function SettingsTabs() {
  const { data: session } = useQuery(sessionQueries.current())
  const isAdmin = session?.role === 'admin' && session.scope === 'admin'
  const own = [{ to: paths.settings.tokens(), label: 'Access tokens' }]
  const all = [
    ...own,
    { to: paths.settings.users(), label: 'Users' },
    { to: paths.settings.audit(), label: 'Audit log' },
  ]
  return <TabLinks label="Settings" items={isAdmin ? all : own} />
}
