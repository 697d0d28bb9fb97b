import { CopyButton } from '#src/ui/CopyButton.tsx'
import { JsonValue } from '#src/ui/JsonValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { copyableText } from './copyableText.ts'

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
              <Td className="w-1/4 align-top">
                <Mono className="wrap-normal">{name}</Mono>
              </Td>
              <Td className="sm:min-w-48">
                <JsonValue label={name} value={value} open={0} />
              </Td>
              <Td align="right" className="w-10 px-2 align-top">
                {text !== undefined && <CopyButton text={text} label={`Copy ${name}`} isLines />}
              </Td>
            </Tr>
          )
        })}
    </TBody>
  </Table>
)
