import Columns3 from 'lucide-react/icons/columns-3'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuCheck } from './Menu.tsx'

type Props<Column extends string> = {
  /** The columns that can be hidden, and their names. */
  columns: Readonly<Record<Column, string>>
  hidden: ReadonlySet<Column>
  onHide: (hidden: ReadonlySet<Column>) => void
}

/** Shows and hides columns of a table. */
export const ColumnsMenu = <Column extends string>({ columns, hidden, onHide }: Props<Column>) => (
  <div>
    <Menu trigger={<IconButton label="Columns" Icon={Columns3} className="size-8 border border-line-strong" />}>
      {(Object.entries(columns) as [Column, string][]).map(([column, name]) => (
        <MenuCheck
          key={column}
          checked={!hidden.has(column)}
          onChange={(isShown) =>
            onHide(isShown ? hidden.difference(new Set([column])) : hidden.union(new Set([column])))
          }
        >
          {name}
        </MenuCheck>
      ))}
    </Menu>
  </div>
)
