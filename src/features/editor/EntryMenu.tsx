import SquarePen from 'lucide-react/icons/square-pen'
import { urnName } from '#domain/state/urn.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { actionsFor, type EntryAction, type EntryFacts } from './entryActions.ts'

type Props = {
  entry: EntryFacts
  onAction: (action: EntryAction) => void
  /** Why nothing can be written now, whichever action is chosen. */
  blocked?: string | undefined
}

/** The actions for an entry, behind a button; disabled ones say why. */
export const EntryMenu = ({ entry, onAction, blocked }: Props) => (
  <Menu trigger={<IconButton label={`Edit ${urnName(entry.urn)} in the state`} Icon={SquarePen} />}>
    {actionsFor(entry).map(({ action, title, Icon, tone, blocked: why }) => (
      <MenuItem
        key={action}
        Icon={Icon}
        {...(tone && { tone })}
        blocked={blocked ?? why(entry)}
        onSelect={() => onAction(action)}
      >
        {title}
      </MenuItem>
    ))}
  </Menu>
)
