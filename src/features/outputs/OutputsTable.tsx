import { CopyButton } from '#src/ui/CopyButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { shownAs } from '#src/ui/jsonValue.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'

/** What copying an output gives: a text as it is, anything else as JSON; nothing where a secret is inside. */
export function copyableText(value: unknown): string | undefined {
  if (holdsSecret(value)) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function holdsSecret(value: unknown): boolean {
  const shown = shownAs(value)
  if (shown.kind === 'secret' || shown.kind === 'computed') return true
  if (shown.kind === 'array') return shown.items.some(holdsSecret)
  return shown.kind === 'object' && shown.entries.some(([, member]) => holdsSecret(member))
}

/** The outputs of a stack by name. Secrets are masked and cannot be copied. */
export const OutputsTable = ({ outputs }: { outputs: Readonly<Record<string, unknown>> }) => (
  <Table label="Outputs">
    <THead>
      <Tr>
        <Th>Name</Th>
        <Th>Value</Th>
        <Th>
          <span className="sr-only">Copy</span>
        </Th>
      </Tr>
    </THead>
    <TBody>
      {Object.entries(outputs)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => {
          const text = copyableText(value)
          return (
            <Tr key={name}>
              <Td className="w-1/4 min-w-32 align-top">
                <Mono>{name}</Mono>
              </Td>
              <Td className="min-w-48">
                <JsonValue label={name} value={value} open={0} />
              </Td>
              <Td align="right" className="w-10 px-2 align-top">
                {text !== undefined && <CopyButton text={text} label={`Copy ${name}`} />}
              </Td>
            </Tr>
          )
        })}
    </TBody>
  </Table>
)
