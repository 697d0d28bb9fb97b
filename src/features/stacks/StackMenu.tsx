import Ellipsis from 'lucide-react/icons/ellipsis'
import { useNavigate } from 'react-router'
import type { StackSummary } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { stackActions } from './actions.ts'

/** The actions for a stack, behind a button; disabled ones say why. */
export function StackMenu({ stack }: { stack: StackSummary }) {
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton label={`Actions for ${fullName(stack.ref)}`} Icon={Ellipsis} />}>
      {stackActions.map(({ id, title, Icon, blocked, run }) => (
        <MenuItem
          key={id}
          Icon={Icon}
          blocked={blocked(stack)}
          onSelect={() => run(stack, { navigate: (to) => void navigate(to) })}
        >
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}
