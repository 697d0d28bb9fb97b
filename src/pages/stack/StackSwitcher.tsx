import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Layers from 'lucide-react/icons/layers'
import type { StackRef } from '#contract/common.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { healthLabel, healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { paths } from '#src/lib/paths.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'

/** Number of stacks shown; the list has all. */
const MAX = 20

/** A menu of the other stacks of the project. */
export const StackSwitcher = ({ stack }: { stack: StackRef }) => (
  <Menu align="start" trigger={<IconButton label={`Other stacks of ${stack.project}`} Icon={ChevronsUpDown} />}>
    <Siblings stack={stack} />
  </Menu>
)

/** Fetched when the menu opens. */
function Siblings({ stack: { org, project, stack } }: { stack: StackRef }) {
  const { data, isPending } = useQuery(stackQueries.list({ org, project, sort: 'name' }))
  const others = (data?.stacks ?? []).filter(({ ref }) => ref.stack !== stack).slice(0, MAX)
  return (
    <>
      {others.map(({ id, ref, health, lastUpdate }) => (
        <MenuLink key={id} to={paths.stack(ref)} Icon={healthLooks[health].Icon}>
          {ref.stack} <span className="text-sm text-muted">{healthLabel(health, lastUpdate?.kind)}</span>
        </MenuLink>
      ))}
      {others.length === 0 && (
        <p className="px-3 py-1 text-sm text-muted">{isPending ? 'Loading…' : 'No other stack in this project.'}</p>
      )}
      <MenuSeparator />
      <MenuLink to={paths.stacks({ org, project })} Icon={Layers}>
        All of {project}
      </MenuLink>
    </>
  )
}
