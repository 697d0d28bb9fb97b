import type { PropertyChange } from '#contract/diff.ts'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { shownAs } from '#src/ui/jsonValue.ts'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'

type Props = { label: string; changes: readonly PropertyChange[]; heads?: readonly [was: string, is: string] }

const signs = { added: '+', removed: '−', changed: '~' } as const
const words = { added: 'added', removed: 'removed', changed: 'changed' } as const

/** Properties on two sides, down to the value that differs. */
export const PropertyChanges = ({ label, changes, heads = ['Before', 'After'] }: Props) => (
  <Table label={label} maxHeight="28rem">
    <THead>
      <Tr>
        <Th>Property</Th>
        <Th>{heads[0]}</Th>
        <Th>{heads[1]}</Th>
      </Tr>
    </THead>
    <TBody>
      {changes.map(({ path, kind, was, is }, index) => (
        <Tr key={`${path} ${index}`}>
          <Td className="min-w-32 align-top font-mono text-sm wrap-anywhere">
            <span aria-hidden className="text-muted">
              {signs[kind]}{' '}
            </span>
            {path}
            <span className="sr-only">, {words[kind]}</span>
          </Td>
          {isSecret(was) && isSecret(is) ? (
            <Td colSpan={2} className="align-top text-muted">
              Secret; the stored values differ.
            </Td>
          ) : (
            <>
              <Side label={`${path}, ${heads[0]}`} value={was} isThere={kind !== 'added'} />
              <Side label={`${path}, ${heads[1]}`} value={is} isThere={kind !== 'removed'} />
            </>
          )}
        </Tr>
      ))}
    </TBody>
  </Table>
)

const isSecret = (value: unknown): boolean => value !== undefined && shownAs(value).kind === 'secret'

function Side({ label, value, isThere }: { label: string; value: unknown; isThere: boolean }) {
  return (
    <Td className="min-w-28 align-top">
      {!isThere ? (
        <span className="text-muted">none</span>
      ) : value === undefined ? (
        <span className="text-muted">not shown here</span>
      ) : (
        <JsonValue value={value} label={label} open={0} />
      )}
    </Td>
  )
}
