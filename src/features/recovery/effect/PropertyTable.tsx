import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { shownAs } from '#src/ui/jsonValue.ts'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'

type Row = { path: string; was: unknown; is: unknown; isPlace?: boolean }

type Props = { label: string; heads: readonly [what: string, was: string, is: string]; rows: readonly Row[] }

/** Properties of two sides. Those that say where an object is, such as account or region, are marked as a risk. */
export const PropertyTable = ({ label, heads, rows }: Props) => (
  <Table label={label} maxHeight="24rem" narrow="lines">
    <THead>
      <Tr>
        {heads.map((head) => (
          <Th key={head}>{head}</Th>
        ))}
      </Tr>
    </THead>
    <TBody>
      {rows.map(({ path, was, is, isPlace = false }) => (
        <Tr key={path}>
          <Td className="align-top font-mono wrap-anywhere">
            {isPlace ? (
              <span className="inline-flex items-center gap-1 font-semibold text-danger">
                <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
                {path}
                <span className="sr-only">, another place</span>
              </span>
            ) : (
              path || 'the whole'
            )}
          </Td>
          {isHidden(was) && isHidden(is) ? (
            <Td colSpan={2} className="align-top text-muted">
              Secret; the values differ.
            </Td>
          ) : (
            <>
              <Td className="min-w-28 align-top">
                <InCard>{heads[1]}</InCard>
                <Value value={was} label={`${path}, ${heads[1]}`} />
              </Td>
              <Td className="min-w-28 align-top">
                <InCard>{heads[2]}</InCard>
                <Value value={is} label={`${path}, ${heads[2]}`} />
              </Td>
            </>
          )}
        </Tr>
      ))}
    </TBody>
  </Table>
)

const isHidden = (value: unknown): boolean => shownAs(value).kind === 'secret'

const Value = ({ value, label }: { value: unknown; label: string }) =>
  value === undefined || value === null ? (
    <span className="text-muted">not set</span>
  ) : (
    <JsonValue value={value} label={label} open={0} />
  )
