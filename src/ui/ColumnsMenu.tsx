import Columns3 from 'lucide-react/icons/columns-3'
import { hideOf } from '#src/lib/hiddenColumns.ts'
import { IconButton } from './IconButton.tsx'
import { Menu, MenuCheck } from './Menu.tsx'
import type { Column } from './Table.tsx'

/** The columns that users can hide: their names by `id`. */
export const hideable = <Row, Context>(columns: readonly Column<Row, Context>[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ id, head }) => (id !== undefined && typeof head === 'string' ? [[id, head]] : [])),
  )

type Props = {
  /** The columns that can be hidden, and their names. */
  columns: Readonly<Record<string, string>>
  hidden: ReadonlySet<string>
  /** `hide`: those hidden now, as the address names them. */
  onHide: (hide: string | undefined) => void
}

/** Shows and hides columns of a table. */
export const ColumnsMenu = ({ columns, hidden, onHide }: Props) => (
  <div>
    <Menu trigger={<IconButton label="Columns" Icon={Columns3} className="size-8 border border-line-strong" />}>
      {Object.entries(columns).map(([column, name]) => (
        <MenuCheck
          key={column}
          checked={!hidden.has(column)}
          onChange={(isShown) =>
            onHide(hideOf(isShown ? hidden.difference(new Set([column])) : hidden.union(new Set([column]))))
          }
        >
          {name}
        </MenuCheck>
      ))}
    </Menu>
  </div>
)
