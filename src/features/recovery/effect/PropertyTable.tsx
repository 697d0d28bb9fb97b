import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { shownAs } from '#src/ui/jsonValue.ts'
import { SidesTable } from '#src/ui/SidesTable.tsx'

type Row = { path: string; was: unknown; is: unknown; isPlace?: boolean }

type Props = { label: string; heads: readonly [what: string, was: string, is: string]; rows: readonly Row[] }

/** Properties of two sides. Those that say where an object is, such as account or region, are marked as a risk. */
export const PropertyTable = ({ label, heads, rows }: Props) => (
  <SidesTable
    label={label}
    maxHeight="24rem"
    heads={heads}
    rows={rows}
    rowKey={({ path }) => path}
    whatClass="align-top font-mono wrap-anywhere"
    what={({ path, isPlace }) =>
      isPlace ? (
        <span className="inline-flex items-center gap-1 font-semibold text-danger">
          <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
          {path}
          <span className="sr-only">, another place</span>
        </span>
      ) : (
        path || 'the whole'
      )
    }
    sideClass="min-w-28"
    sides={({ path, was, is }) =>
      isHidden(was) && isHidden(is)
        ? 'Secret; the values differ.'
        : [
            <Value key="was" value={was} label={`${path}, ${heads[1]}`} />,
            <Value key="is" value={is} label={`${path}, ${heads[2]}`} />,
          ]
    }
  />
)

const isHidden = (value: unknown): boolean => shownAs(value).kind === 'secret'

const Value = ({ value, label }: { value: unknown; label: string }) =>
  value === undefined || value === null ? (
    <span className="text-muted">not set</span>
  ) : (
    <JsonValue value={value} label={label} open={0} />
  )
